import type { CompactItem } from '@svc/contracts';
import { statusOf } from '../read/read-context.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';

/** The parts of a record that pickers show. */
export type CompactRecord = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'fields'>;

/** The projection of records for pickers. */
export function compactPaths({ statusField, userField }: PostType): Readonly<Record<string, 1>> {
  const status = statusField ? { [`fields.${statusField.status_key}`]: 1 as const } : {};
  const user = userField === undefined ? {} : { [`fields.${userField}`]: 1 as const };
  return { postType: 1, name: 1, ...user, ...status };
}

/** Whether a record represents a user. */
export function isUser({ fields }: CompactRecord, { userField }: PostType): boolean {
  return Boolean(fields?.[userField ?? '']);
}

/** A record as pickers show it. */
export function compactItem(
  record: CompactRecord,
  deps: Pick<ReadDeps, 'postTypes'>,
  postType: PostType,
): CompactItem {
  const { _id, name } = record;
  const status = postType.pickedWithStatus ? statusOf(record, deps) : null;
  return {
    ID: _id,
    name,
    ...(postType.labelsItems ? { label: name } : {}),
    ...(isUser(record, postType) ? { user: true as const } : {}),
    ...(status ? { status } : {}),
  };
}
