import type { Model, QueryFilter } from 'mongoose';
import type { Projection } from './projection.ts';
import { toCommentState } from './refresh-comments.ts';
import { toRecordState } from './refresh-records.ts';
import { writeStates, type Versioned } from './upsert.ts';

/**
 * Sets the projection of records back to their source. A newer version in the projection, or other content with the
 * same version, means a change meanwhile or a restored backup. The projection is read before the source, so a version
 * that is still newer is from before the restore.
 */
export async function restoreRecords(
  ids: readonly number[],
  { records, sources }: Pick<Projection, 'records' | 'sources'>,
): Promise<void> {
  const known = await versionsOf(records, ids);
  await restore(records, known, (await sources.records(ids)).map(toRecordState));
}

/** The same for comments. */
export async function restoreComments(
  ids: readonly number[],
  { comments, sources }: Pick<Projection, 'comments' | 'sources'>,
): Promise<void> {
  const known = await versionsOf(comments, ids);
  await restore(comments, known, (await sources.comments(ids)).map(toCommentState));
}

async function versionsOf<State extends Versioned>(
  model: Model<State>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const filter = { _id: { $in: ids } } as QueryFilter<State>;
  const states = await model.find(filter, { version: 1 }).lean<Versioned[]>();
  return new Map(states.map(({ _id, version }) => [_id, version]));
}

async function restore<State extends Versioned>(
  model: Model<State>,
  known: ReadonlyMap<number, number>,
  snapshots: readonly State[],
): Promise<void> {
  const operations = snapshots
    .filter(({ _id, version }) => (known.get(_id) ?? -1) >= version)
    .map(({ _id, ...state }) => ({
      updateOne: {
        filter: { _id, version: known.get(_id) },
        update: { $set: state, $unset: { deletedAt: 1 } },
      },
    }));
  await writeStates(model, operations, { ordered: false });
}
