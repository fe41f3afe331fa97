import { can, usersAuditLog, type InputOf } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import { viewOfEntry, type AuditEntry } from '../../audit/audit-entry.ts';
import type { Deps } from '../../compose.ts';
import { refused } from '../../roles/account-guard.ts';

const pageSize = 100;

/** A page of the audit log. */
export const auditLog = defineHandler(usersAuditLog, async (call, deps: Deps<'audit' | 'users'>) => {
  const { actor, input } = call;
  if (actor.kind !== 'user' || !can(actor, 'manage_dt')) throw refused('Missing Permissions');
  const found = await deps.audit.page(filterOf(input), positionOf(input.cursor), pageSize + 1);
  const entries = found.slice(0, pageSize);
  const users = await deps.users.byIds([...new Set(entries.flatMap(usersOf))]);
  return {
    entries: entries.map(viewOfEntry),
    users: Object.fromEntries(users.map(({ _id, displayName }) => [String(_id), displayName])),
    cursor: found.length > pageSize ? String(entries.at(-1)?._id) : null,
  };
});

function filterOf({ user, action, from, to }: InputOf<typeof usersAuditLog>): object {
  const conditions = [
    ...(user === undefined ? [] : [{ $or: [{ 'by.user_id': user }, { userId: user }] }]),
    ...(action === undefined ? [] : [{ action: action.includes('.') ? action : below(action) }]),
    ...(from === undefined ? [] : [{ at: { $gte: new Date(from) } }]),
    ...(to === undefined ? [] : [{ at: { $lt: new Date(to) } }]),
  ];
  return conditions.length > 0 ? { $and: conditions } : {};
}

/** The names that begin with a text and a dot; a slash follows the dot in ASCII. */
function below(kind: string): object {
  return { $gte: `${kind}.`, $lt: `${kind}/` };
}

/** The number below which the page begins. @throws ServiceError `rest_invalid_param` */
function positionOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor))
    throw invalidParam({ cursor: 'cursor must be a cursor of an earlier answer' });
  return Number(cursor);
}

function usersOf({ by, userId }: AuditEntry): number[] {
  return [by.user_id, userId].filter((id) => id !== null);
}
