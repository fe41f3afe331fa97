import type { Actor } from '@svc/contracts';

/** What the history has as the role of who brought a record back (facts of raw rows). */
export const revertRole = 'activity_revert';

/** The name in which the history tells that a record was brought back. The rows still say which user it was. */
export function asRevertBot(actor: Actor): Actor {
  return { ...actor, displayName: 'Revert Bot', roles: [revertRole] };
}
