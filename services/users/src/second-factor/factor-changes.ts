import { ServiceError } from '@svc/contracts';
import type { AuditDraft } from '../audit/audit-entry.ts';
import { subjectOfUser } from '../audit/audit-of-user.ts';
import type { User } from '../model/user.ts';

/** The change of a user that events name. */
export const changed = ['second_factor'];

/** The entry of the audit log about a factor that begins or ends. */
export function auditOfFactor(
  action: 'second_factor.confirmed' | 'second_factor.removed',
  { _id: userId }: User,
  factor: { readonly kind: 'totp' | 'passkey'; readonly id?: string },
): AuditDraft {
  return { action, subject: subjectOfUser(userId), userId, after: factor };
}

/** The refusal to remove the last factor of a user whose role requires one. */
export function cannotRemove(): ServiceError {
  return new ServiceError(
    'second_factor_required',
    'Your role requires a second factor. You may replace it, but not remove it.',
    { status: 403 },
  );
}
