import { usersExportAudit } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { viewOfEntry } from '../../audit/audit-entry.ts';
import type { Deps } from '../../compose.ts';

/** Entries in their order. The first request of an export is an entry itself: it takes data out. */
export const exportAudit = defineHandler(usersExportAudit, async (call, deps: Deps<'audit'>) => {
  const { after } = call.input;
  if (after === 0) await deps.audit.note(call, { action: 'audit_log.exported', subject: 'audit_log' });
  return { entries: (await deps.audit.after(after)).map(viewOfEntry) };
});
