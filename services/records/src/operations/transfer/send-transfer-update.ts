import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordsSendTransferUpdate } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import { askRemote, RemoteFailure } from '../../transfer/sending/ask-remote.ts';
import { readUpdate } from '../../transfer/comment-texts.ts';
import { findRemoteSite } from '../../transfer/sending/remote-site.ts';
import { badRequest, transferCodes } from '../../transfer/transfer-codes.ts';
import { loadTransferable, refuseUnlessTransferring } from '../../transfer/sending/transferring.ts';

const code = transferCodes.sendUpdate;
const answerSchema = z.object({ success: z.literal(true) });

/** Sends a comment about a contact to the site that it was transferred to; answers whether it arrived. */
export const sendTransferUpdate = defineHandler(
  recordsSendTransferUpdate,
  async (call, deps: TransferDeps) => {
    refuseUnlessTransferring(call.actor, code);
    const { contact_id: contactId } = call.input;
    if (!contactId) throw badRequest(code, 'Missing required parameters.');
    const update = readUpdate(call.input.update, code);
    await loadTransferable(call, deps, contactId, code);
    const transfer = await lastTransfer(call, deps, contactId);
    if (!transfer) throw badRequest(code, 'This contact was not transferred.');
    const site = await findRemoteSite(call, deps, transfer.siteLinkId);
    if (!site) return { success: false };
    const values = { contact_id: contactId, transfer_foreign_key: transfer.foreignKey, update };
    const request = {
      path: 'contacts/transfer/summary/receive-update',
      values,
      key: keyOf(call),
      milliseconds: timeoutMs(call),
    };
    try {
      return await askRemote({ http: deps.http, log: call.log }, site, request, answerSchema);
    } catch (error) {
      if (error instanceof RemoteFailure) return { success: false };
      throw error;
    }
  },
);

function lastTransfer({ deadline }: Call, { transfers }: TransferDeps, recordId: number) {
  return readLean(
    { deadline },
    transfers.findOne({ recordId, direction: 'out', state: 'done' }).sort({ createdAt: -1 }),
  );
}

/** In whole milliseconds, with some time left to answer the caller. */
function timeoutMs({ deadline }: Pick<Call, 'deadline'>): number {
  return Math.ceil(Math.max(1, deadline.remaining - 500));
}

/** A repeated request sends the same key to the other site. */
function keyOf({ claim }: Pick<Call, 'claim'>): string {
  return claim ? createHash('sha256').update(claim.id).digest('hex') : randomUUID();
}
