import { usersNoteAudit } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

/** Stores an entry for the admin tool. */
export const noteAudit = defineHandler(usersNoteAudit, async (call, deps: Deps<'audit'>) => {
  await deps.audit.note(call, call.input);
  return true as const;
});
