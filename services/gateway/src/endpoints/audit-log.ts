import { usersAuditLog } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { fromQuery } from './input-sources.ts';

/** The audit log, for callers with `manage_dt` (docs/operations/audit-log.md). */
export const auditLogEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/audit-log', usersAuditLog, fromQuery('user', 'action', 'from', 'to', 'cursor')),
];
