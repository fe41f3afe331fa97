import type { OutputOf, recordsViewable } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { RecordDocument } from '../store/record-document.ts';

type HitRecord = OutputOf<typeof recordsViewable>['records'][number];

/** As much of a record as a search shows. */
export type FoundRecord = Pick<
  RecordDocument,
  '_id' | 'postType' | 'name' | 'createdAt' | 'version' | 'fields'
>;

/** What is read of records for a search. */
export function hitPaths({ statusField }: Pick<PostType, 'statusField'>): Readonly<Record<string, 1>> {
  const status = statusField ? { [`fields.${statusField.status_key}`]: 1 as const } : {};
  return { postType: 1, name: 1, createdAt: 1, version: 1, ...status };
}

/** A record as a search shows it, with its status where its type has one. */
export function hitRecord(record: FoundRecord, deps: Pick<RecordsDeps, 'postTypes'>): HitRecord {
  const postType = deps.postTypes.find(record.postType);
  const statusKey = postType?.statusField?.status_key ?? '';
  const status = record.fields?.[statusKey];
  const option =
    typeof status === 'string' ? postType?.fields.get(statusKey)?.options.get(status) : undefined;
  return {
    id: record._id,
    post_type: record.postType,
    name: record.name,
    post_date: utcText(record.createdAt),
    version: record.version,
    ...(typeof status === 'string' ? { status } : {}),
    ...(option ? { status_option: option } : {}),
  };
}
