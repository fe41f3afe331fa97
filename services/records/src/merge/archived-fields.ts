import type { Fields } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';

const reason = 'duplicate';

/** The fields that archive a merged duplicate: the archived status of its type, and the reason if the type declares one. */
export function archivedFields({ statusField, fields }: PostType): Fields {
  if (!statusField || !fields.has(statusField.status_key)) return {};
  const { status_key: statusKey, archived_key: archivedKey } = statusField;
  const reasonKey = `reason_${archivedKey}`;
  const hasReason = fields.get(reasonKey)?.options.has(reason) ?? false;
  return { [statusKey]: archivedKey, ...(hasReason ? { [reasonKey]: reason } : {}) };
}
