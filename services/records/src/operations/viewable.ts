import { recordsViewable, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { RecordsDeps } from '../deps.ts';
import { utcText } from '../site/site.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';

/** Those of the given records that the caller may view; the order is not kept. */
export const viewable = defineHandler(
  recordsViewable,
  async (call: Call<InputOf<typeof recordsViewable>>, deps: RecordsDeps) => {
    const accesses = new Map(
      deps.postTypes.all().map((postType) => [postType.key, accessTo(call, deps, postType, 'view')]),
    );
    const granted = [...accesses].map(([postType, { filter }]) => ({ postType, ...filter }));
    const records = await readInTime(call.deadline, (maxTimeMS) =>
      deps.records
        .find({ _id: { $in: call.input.ids }, $or: granted })
        .maxTimeMS(maxTimeMS)
        .lean(),
    );
    const byType = Map.groupBy(records, ({ postType }) => postType);
    const seen = await Promise.all(
      [...byType].map(async ([postType, found]) => (await accesses.get(postType)?.among(found)) ?? []),
    );
    return { records: seen.flat().map((record) => toHit(record, deps)) };
  },
);

type Hit = OutputOf<typeof recordsViewable>['records'][number];

function toHit(record: RecordDocument, deps: RecordsDeps): Hit {
  const postType = deps.postTypes.find(record.postType);
  const statusKey = postType?.statusField?.status_key ?? '';
  const status = record.fields[statusKey];
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
