import { recordsTransfer } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';
import { answerInTime } from '../../transfer/sending/answer-in-time.ts';
import { remoteSite } from '../../transfer/sending/remote-site.ts';
import { badRequest, transferCodes } from '../../transfer/transfer-codes.ts';
import { transferContact } from '../../transfer/sending/transfer-contact.ts';
import { loadTransferable, refuseUnlessTransferring } from '../../transfer/sending/transferring.ts';

/** Sends a contact to another site and closes it here; a repeated request continues the transfer: see docs/transfer.md. */
export const transfer = defineHandler(recordsTransfer, async (call, deps: TransferDeps) => {
  refuseUnlessTransferring(call.actor, transferCodes.send);
  const { contact_id: contactId, site_post_id: siteLinkId } = call.input;
  if (!contactId || !siteLinkId) throw badRequest(transferCodes.send, 'Missing required parameters.');
  await loadTransferable(call, deps, contactId, transferCodes.send);
  const site = await remoteSite(call, deps, siteLinkId);
  // Simultaneous requests for the same contact are all answered, and it is sent once.
  const work = deps.transferring.run([contactId], call.deadline, () =>
    transferContact(call, deps, { contactId, site }),
  );
  return answerInTime(call, work);
});
