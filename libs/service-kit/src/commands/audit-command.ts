import type { z } from 'zod';
import { auditActor, recordAudit } from '@svc/contracts';
import type { Call } from '../bus/call.ts';
import type { CommandDraft } from '../store/commit.ts';
import type { CommitCall, Store } from '../store/store.ts';

/** The object of an action, and its values before and after, which contain neither secrets nor names of persons. */
export type AuditedAction = Pick<
  z.infer<typeof recordAudit.input>,
  'action' | 'subject' | 'before' | 'after'
>;

/** The command that writes an entry of the audit log (docs/operations/audit-log.md), for the commit of the change. */
export function auditCommand(
  { actor, client }: Pick<Call, 'actor' | 'client'>,
  action: AuditedAction,
): CommandDraft {
  const input = { ...action, at: new Date().toISOString(), by: auditActor(actor), from: client ?? null };
  return { command: recordAudit, input };
}

/** Commits the entry of an action that has no transaction, before it is carried out: an action without an entry does not happen. */
export async function noteAudit(store: Store, call: CommitCall, action: AuditedAction): Promise<void> {
  await store.commit({ ...call, claim: undefined }, async () => ({
    writes: [],
    commands: [auditCommand(call, action)],
    waitsAtMost: 0,
    answer: undefined,
  }));
}

/** Milliseconds for which an answer waits for its entry, so that its caller finds it in the log. */
export const auditWaitMs = 1_000;
