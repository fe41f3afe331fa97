import type { Fields } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';

const reason = 'duplicate';

/** What archives a record that was merged into another one: its type's archived status, and the reason where there is one. */
export function archivedFields({ statusField, fields }: PostType): Fields {
  if (!statusField || !fields.has(statusField.status_key)) return {};
  const { status_key: statusKey, archived_key: archivedKey } = statusField;
  const reasonKey = `reason_${archivedKey}`;
  const hasReason = fields.get(reasonKey)?.options.has(reason) ?? false;
  return { [statusKey]: archivedKey, ...(hasReason ? { [reasonKey]: reason } : {}) };
}
