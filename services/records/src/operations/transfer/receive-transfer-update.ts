import { recordsReceiveTransferUpdate, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';
import { findArrived } from '../../transfer/find-arrived.ts';
import { readUpdate } from '../../transfer/comment-texts.ts';
import { badRequest, refuseUnlessUpdating, transferCodes } from '../../transfer/transfer-codes.ts';
import { addCommentsTo } from '../../write/commit-revisions.ts';

const code = transferCodes.receiveUpdate;

/** Adds a comment to a transferred contact in the name of the site that sent it. */
export const receiveTransferUpdate = defineHandler(
  recordsReceiveTransferUpdate,
  async (call, deps: TransferDeps) => {
    refuseUnlessUpdating(call.actor, code);
    const { contact_id: remoteId, transfer_foreign_key: foreignKey, update } = call.input;
    if (!remoteId || !foreignKey) throw badRequest(code, 'Missing required parameters.');
    const text = readUpdate(update, code);
    const display_name = `Transfer Bot - ${call.actor.displayName}`;
    // The author is the site link: its comment cannot do what the site link may not do.
    const author = { kind: 'site_link' as const, user_id: 0, display_name, email: '' };
    return deps.store.commit(call, async () => {
      const arrived = await findArrived(call, deps, { remoteId, foreignKey });
      if (!arrived) throw new ServiceError(code, 'Could not find contact', { status: 404 });
      const comment = { text, author, date: Math.floor(Date.now() / 1000), silent: false };
      return {
        writes: [],
        commands: [addCommentsTo(arrived.record, [comment], deps)],
        answer: { success: true as const },
        waitsAtMost: 1_000,
      };
    });
  },
);
