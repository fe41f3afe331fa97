import { usersNoteAudit } from '@svc/contracts';
import { defineHandler, requireOperator } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

/** Stores an entry for the admin tool, or for a service. */
export const noteAudit = defineHandler(usersNoteAudit, async (call, deps: Deps<'audit'>) => {
  requireOperator(call.actor);
  await deps.audit.note(call, call.input);
  return true as const;
});
