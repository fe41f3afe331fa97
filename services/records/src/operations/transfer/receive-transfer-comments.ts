import { randomUUID } from 'node:crypto';
import { recordsReceiveTransferComments, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { writeTo } from '../../revision/record-writes.ts';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';
import { findArrived } from '../../transfer/find-arrived.ts';
import { receivedComments } from '../../transfer/receiving/read-contact-data.ts';
import { badRequest, refuseUnlessReceiving, transferCodes } from '../../transfer/transfer-codes.ts';
import { botComments } from '../../transfer/transfer-bot.ts';

const code = transferCodes.receiveComments;

/** Adds comments to a contact that was transferred over the same site link. A repeated request adds none. */
export const receiveTransferComments = defineHandler(
  recordsReceiveTransferComments,
  async (call, deps: TransferDeps) => {
    refuseUnlessReceiving(call.actor, code);
    const { post_id: recordId, transfer_foreign_key: foreignKey, comments: sent } = call.input;
    if (!foreignKey || !sent) throw badRequest(code, 'Missing comments or transfer_foreign_key');
    const comments = receivedComments(sent);
    const request = call.claim?.id ?? randomUUID();
    return deps.store.commit(call, async () => {
      const arrived = recordId ? await findArrived(call, deps, { recordId, foreignKey }) : undefined;
      if (!arrived) throw new ServiceError(code, 'Could not find post to update', { status: 404 });
      const { _id, requests } = arrived.transfer;
      if (requests.includes(request)) return { writes: [], answer: true as const };
      return {
        writes: [
          writeTo(deps, deps.transfers, {
            name: 'updateOne',
            filter: { _id, requests: { $ne: request } },
            update: { $push: { requests: request }, $inc: { comments: comments.length } },
            mustMatch: true,
          }),
        ],
        commands: botComments(arrived.record, comments, deps),
        answer: true as const,
        // The other site waits, and repeats the request after a timeout.
        waitsAtMost: 1_000,
      };
    });
  },
);
