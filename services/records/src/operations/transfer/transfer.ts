import { recordsTransfer, ServiceError } from '@svc/contracts';
import { defineHandler, within } from '@svc/service-kit';
import { findRemoteSite } from '../../transfer/sending/ask-remote.ts';
import { transferContact } from '../../transfer/sending/transfer-contact.ts';
import { loadTransferable, refuseUnlessTransferring } from '../../transfer/sending/transferring.ts';
import { badRequest, transferCodes } from '../../transfer/transfer-codes.ts';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';

/** Milliseconds before the deadline that are left for the answer. */
const reserve = 300;

/** Sends a contact to another site and closes it here; a repeated request continues the transfer: see docs/guides/transfer.md. */
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
  const message = 'The other site has not answered yet; try again in a moment.';
  return within(Math.max(0, call.deadline.remaining - reserve), work, () => {
    // It continues: a request that was sent cannot be withdrawn.
    work.catch((error: unknown) =>
      call.log.info({ err: error }, 'transfer not finished; its caller can repeat it'),
    );
    return new ServiceError('transfer', message);
  });
});
