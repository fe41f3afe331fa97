import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { ListedRecord } from '../store/record-document.ts';
import type { LinkedRecord, LinkedRecords } from './linked-records.ts';

/** The records at the other end of connections, as connections show them: one query for all. */
export async function findLinked(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records' | 'postTypes' | 'site'>,
  ids: Iterable<number>,
): Promise<LinkedRecords> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const statusKeys = deps.postTypes.all().flatMap(({ statusField }) => statusField?.status_key ?? []);
  const statuses = Object.fromEntries(statusKeys.map((key) => [`fields.${key}`, 1]));
  const shown = { postType: 1, name: 1, createdAt: 1, ...statuses };
  const found = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ _id: { $in: wanted } }, shown)
      .maxTimeMS(maxTimeMS)
      .lean<ListedRecord[]>(),
  );
  return new Map(found.map((record) => [record._id, toLinked(record, deps)]));
}

function toLinked(record: ListedRecord, deps: Pick<RecordsDeps, 'postTypes' | 'site'>): LinkedRecord {
  return {
    id: record._id,
    postType: record.postType,
    name: record.name,
    createdAt: record.createdAt,
    permalink: deps.site.permalink(record.postType, record._id),
    status: statusOf(record, deps),
  };
}

function statusOf(
  record: ListedRecord,
  { postTypes }: Pick<RecordsDeps, 'postTypes'>,
): LinkedRecord['status'] {
  const postType = postTypes.find(record.postType);
  const field = postType?.fields.get(postType.statusField?.status_key ?? '');
  const key = field && record.fields?.[field.key];
  if (!field || typeof key !== 'string') return null;
  const { label = key, color } = field.options.get(key) ?? {};
  return { key, label, ...(color === undefined ? {} : { color }) };
}
