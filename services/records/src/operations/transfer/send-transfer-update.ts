import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordsSendTransferUpdate } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import { askRemote, findRemoteSite, RemoteFailure } from '../../transfer/sending/ask-remote.ts';
import { readUpdate } from '../../transfer/comment-texts.ts';
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
    const sent = { recordId: contactId, direction: 'out', state: 'done' } as const;
    const transfer = await readLean(call, deps.transfers.findOne(sent).sort({ createdAt: -1 }));
    if (!transfer) throw badRequest(code, 'The contact was not transferred to another site.');
    const site = await findRemoteSite(call, deps, transfer.siteLinkId);
    if (!site) return { success: false };
    const request = {
      path: 'contacts/transfer/summary/receive-update',
      values: { contact_id: contactId, transfer_foreign_key: transfer.foreignKey, update },
      // A repeated request sends the same key to the other site.
      key: call.claim ? createHash('sha256').update(call.claim.id).digest('hex') : randomUUID(),
      // Whole milliseconds, with some time left to answer the caller.
      milliseconds: Math.ceil(Math.max(1, call.deadline.remaining - 500)),
    };
    try {
      return await askRemote({ ...deps, ...call }, site, request, answerSchema);
    } catch (error) {
      if (error instanceof RemoteFailure) return { success: false };
      throw error;
    }
  },
);
