import { usersVerifyAudit } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const verifyAudit = defineHandler(usersVerifyAudit, async (call, deps: Deps<'audit'>) => {
  const { isComplete, ...verified } = await deps.audit.verify(call.input.after);
  return { ...verified, is_complete: isComplete };
});
