import { commentEntry } from '../engine/entries.ts';
import type { CommentState } from '../projection/comment-state.ts';
import type { Projection } from '../projection/projection.ts';
import { deletedMark, type RecordState } from '../projection/record-state.ts';
import { refreshRecords } from '../projection/refresh-records.ts';
import { retryUnsettled, writeEverywhere, type Indexes } from './write-entries.ts';

/** Writes the entries of comments with the current visibility of their records, and removes those of unknown ones. */
export function writeComments(ids: readonly number[], deps: Projection & Indexes): Promise<void> {
  return retryUnsettled(ids, (unsettled) => writeOnce(unsettled, deps));
}

/** A comment with its record, read at the same time. */
export interface Pair {
  readonly comment: CommentState;
  readonly record: RecordState;
}

async function writeOnce(ids: readonly number[], deps: Projection & Indexes): Promise<readonly number[]> {
  const pairs = await readPairs(ids, deps);
  const shown = pairs.filter((pair) => !isGone(pair));
  const entries = shown.map(({ comment, record }) => commentEntry(comment, record));
  const kept = new Set(entries.map(({ id }) => id));
  await writeEverywhere('comments', { entries, removed: ids.filter((id) => !kept.has(id)) }, deps);
  await rememberMarks(pairs, deps);
  return changedPairs(pairs, deps, ids);
}

/** The comments whose entries would now differ from those of `pairs`; pass `ids` if some comments had no pair. */
export async function changedPairs(
  pairs: readonly Pair[],
  deps: Projection,
  ids: readonly number[] = pairs.map(({ comment }) => comment._id),
): Promise<number[]> {
  const before = new Map(pairs.map((pair) => [pair.comment._id, stateOf(pair)]));
  const now = await readPairs(ids, deps);
  return now
    .filter((pair) => before.get(pair.comment._id) !== stateOf(pair))
    .map(({ comment }) => comment._id);
}

async function readPairs(ids: readonly number[], deps: Projection): Promise<Pair[]> {
  return withRecords(await deps.comments.find({ _id: { $in: ids } }).lean<CommentState[]>(), deps);
}

/** Comments with their records, without those whose records do not exist. */
export async function withRecords(comments: readonly CommentState[], deps: Projection): Promise<Pair[]> {
  const recordIds = [...new Set(comments.map(({ recordId }) => recordId))];
  const known = await readRecords(recordIds, deps);
  const unknown = recordIds.filter((id) => !known.has(id));
  if (unknown.length > 0) await refreshRecords(unknown, deps);
  const records = unknown.length > 0 ? await readRecords(recordIds, deps) : known;
  return comments.flatMap((comment) => {
    const record = records.get(comment.recordId);
    return record ? [{ comment, record }] : [];
  });
}

async function readRecords(
  ids: readonly number[],
  { records }: Pick<Projection, 'records'>,
): Promise<Map<number, RecordState>> {
  const states = await records.find({ _id: { $in: ids } }, { texts: 0 }).lean<RecordState[]>();
  return new Map(states.map((state) => [state._id, state]));
}

/** Stores the visibility marks of written entries, so that a change to a record finds its comments with an outdated mark. */
export async function rememberMarks(
  pairs: readonly Pair[],
  { comments }: Pick<Projection, 'comments'>,
): Promise<void> {
  if (pairs.length === 0) return;
  const operations = pairs.map(({ comment: { _id, version }, record: { mark } }) => ({
    updateOne: { filter: { _id, version }, update: { $set: { writtenMark: mark } } },
  }));
  await comments.bulkWrite(operations, { ordered: false });
}

/** Whether the comment or its record is deleted. */
export function isGone({ comment, record }: Pair): boolean {
  return comment.deletedAt !== undefined || record.mark === deletedMark;
}

function stateOf({ comment, record }: Pair): string {
  return `${comment.version} ${record.mark}`;
}
