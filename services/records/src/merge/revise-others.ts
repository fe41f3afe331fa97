import { otherEnds, reconnect, type EndChange } from '../connections/reconnect.ts';
import { endName } from '../model/side.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { sharedInHistory } from '../revision/record-shares.ts';
import { nextVersion, type Revision } from '../revision/revision.ts';
import type { Merge, MergedRevision } from './merge.ts';

/** The next versions of the records at the other ends of moved connections, and of records that the merge shares. */
export function reviseOthers(
  { postTypes }: Pick<ReadDeps, 'postTypes'>,
  { shares }: Pick<Merge, 'shares'>,
  work: { others: Iterable<RecordDocument>; merged: readonly MergedRevision[]; at: Date },
): Revision[] {
  const { others, merged, at } = work;
  const changes = merged.map(({ revision, ends }) => otherEnds(revision.record._id, ends));
  return [...others].flatMap((record) => {
    const postType = postTypes.withAllModules(record.postType);
    const ends = inOne(changes.flatMap((ofRecord) => ofRecord.get(record._id) ?? []));
    const start = nextVersion(record, at);
    const touched = ends.reduce((revision, end) => reconnect(revision, end, postType), start);
    const revision = sharedInHistory(touched, shares.get(record._id) ?? []);
    return ends.length > 0 || revision !== touched ? [revision] : [];
  });
}

/** Joins the changes of each end: losing the duplicate and gaining the primary record is one change, and one in the event. */
function inOne(changes: readonly EndChange[]): EndChange[] {
  const ends = new Map<string, EndChange>();
  for (const { end, before, after } of changes) {
    const known = ends.get(endName(end)) ?? { end, before: [], after: [] };
    ends.set(endName(end), {
      end,
      before: [...known.before, ...before],
      after: [...known.after, ...after],
    });
  }
  return [...ends.values()];
}
