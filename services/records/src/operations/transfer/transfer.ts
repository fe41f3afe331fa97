import { recordsTransfer, ServiceError } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { findRemoteSite } from '../../transfer/sending/remote-site.ts';
import { transferContact } from '../../transfer/sending/transfer-contact.ts';
import { loadTransferable, refuseUnlessTransferring } from '../../transfer/sending/transferring.ts';
import { badRequest, transferCodes } from '../../transfer/transfer-codes.ts';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';

/** Milliseconds before the deadline that are left for the answer. */
const reserve = 300;

/** Sends a contact to another site and closes it here; a repeated request continues the transfer: see docs/transfer.md. */
export const transfer = defineHandler(recordsTransfer, async (call, deps: TransferDeps) => {
  refuseUnlessTransferring(call.actor, transferCodes.send);
  const { contact_id: contactId, site_post_id: siteLinkId } = call.input;
  if (!contactId || !siteLinkId) throw badRequest(transferCodes.send, 'Missing required parameters.');
  await loadTransferable(call, deps, contactId, transferCodes.send);
  const site = await findRemoteSite(call, deps, siteLinkId);
  if (!site) throw new ServiceError(transferCodes.link, 'Error creating site connection details.');
  // Simultaneous requests for the same contact are all answered, and it is sent once.
  const work = deps.transferring.run([contactId], call.deadline, () =>
    transferContact(call, deps, { contactId, site }),
  );
  return answerInTime(call, work);
});

/**
 * Returns the result of a transfer, or reports in time that it is not finished. It then continues: a request that was sent cannot be
 * withdrawn.
 * @throws ServiceError `transfer`
 */
async function answerInTime(
  { deadline, log }: Pick<Call, 'deadline' | 'log'>,
  work: Promise<true>,
): Promise<true> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = 'The other site has not answered yet; ask again in a moment.';
  const timer = setTimeout(
    () => reject(new ServiceError('transfer', message)),
    Math.max(0, deadline.remaining - reserve),
  );
  late.catch(() => {
    work.catch((error: unknown) => log.info({ err: error }, 'a transfer waits to be asked for again'));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
