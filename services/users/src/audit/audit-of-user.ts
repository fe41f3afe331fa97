import { isDeepStrictEqual } from 'node:util';
import { settingsOf } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import type { AuditDraft } from './audit-entry.ts';

/** The parts of a user that decide what they may do. */
function rightsOf(user: User): Record<string, unknown> {
  const { allowedSources } = settingsOf(user);
  return { roles: user.roles, disabled: user.disabled, allowed_sources: allowedSources };
}

export function subjectOfUser(userId: number): string {
  return `users/${userId}`;
}

export function auditOfCreation(user: User): AuditDraft {
  const after = { ...rightsOf(user), service_account: user.isServiceAccount === true };
  return { action: 'user.created', subject: subjectOfUser(user._id), userId: user._id, after };
}

/** The entries about a change of a user: rights before and after, and that the password is another one. */
export function auditOfChange(user: User, next: User): AuditDraft[] {
  const concerned = { subject: subjectOfUser(user._id), userId: user._id };
  const before = rightsOf(user);
  const after = rightsOf(next);
  const changed = Object.keys(before).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const only = (rights: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, rights[key]]));
  return [
    ...(changed.length > 0
      ? [{ ...concerned, action: 'user.rights', before: only(before), after: only(after) }]
      : []),
    ...(user.passwordHash === next.passwordHash ? [] : [{ ...concerned, action: 'password.changed' }]),
  ];
}
