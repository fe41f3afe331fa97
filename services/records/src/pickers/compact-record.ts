import type { CompactItem } from '@svc/contracts';
import { statusOf } from '../read/read-context.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';

/** As much of a record as pickers show. */
export type CompactRecord = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'fields'>;

/** The field of contacts that names the user they stand for. */
const userKey = 'corresponds_to_user';

/** What is read of records for pickers. */
export function compactPaths({ statusField }: PostType): Readonly<Record<string, 1>> {
  const status = statusField ? { [`fields.${statusField.status_key}`]: 1 as const } : {};
  return { postType: 1, name: 1, [`fields.${userKey}`]: 1, ...status };
}

/** Whether a contact stands for a user. */
export function isUser({ postType, fields }: CompactRecord): boolean {
  return postType === 'contacts' && Boolean(fields?.[userKey]);
}

/** A record as pickers show it: its status only of contacts (spec 4.1). */
export function compactItem(record: CompactRecord, deps: Pick<ReadDeps, 'postTypes'>): CompactItem {
  const { _id, postType, name } = record;
  const status = postType === 'contacts' ? statusOf(record, deps) : null;
  return {
    ID: _id,
    name,
    ...(postType === 'peoplegroups' ? { label: name } : {}),
    ...(isUser(record) ? { user: true as const } : {}),
    ...(status ? { status } : {}),
  };
}
