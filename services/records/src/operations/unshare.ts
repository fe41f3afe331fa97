import { recordsUnshare } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { unshared } from '../revision/record-shares.ts';
import { changeShare, type SharePorts } from '../write/commit-shares.ts';

const refusal = { code: 'remove_shared', message: 'You do not have permission to unshare' } as const;

/** Ends the sharing of a record with any user, the caller, its creator and its assignee included. */
export const unshare = defineHandler(recordsUnshare, (call, deps: SharePorts) =>
  changeShare(call, deps, refusal, (revision) => unshared(revision, call.input.user_id)),
);
