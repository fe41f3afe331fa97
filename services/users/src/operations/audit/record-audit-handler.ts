import { recordAudit } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

/** Stores an action of records, once. */
export const recordAuditHandler = defineCommandHandler(
  recordAudit,
  async (call, deps: Deps<'store' | 'audit'>) => {
    const { at, before = null, after = null, ...action } = call.input;
    const write = deps.audit.writeAction({ ...action, at: new Date(at), userId: null, before, after });
    return deps.store.commit(call, async () => ({
      writes: [write],
      answer: { recorded: true as const },
    }));
  },
);
