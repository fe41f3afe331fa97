import { recordEntry } from '../engine/entries.ts';
import type { IndexName } from '../engine/index-settings.ts';
import type { EntryChanges, SearchEngine } from '../engine/search-engine.ts';
import type { Projection } from '../projection/projection.ts';
import type { RecordState } from '../projection/record-state.ts';

/** The live indexes, and those of a rebuild. */
export interface Indexes {
  readonly engine: SearchEngine;
  /** The current rebuild, whose indexes get every change too; undefined without one. */
  readonly rebuildUnderWay: () => Promise<string | undefined>;
  /** The current rebuild, also while it prepares its indexes. */
  readonly rebuildWithIndexes: () => Promise<string | undefined>;
}

/**
 * Changes a live index and that of a rebuild. Changes are stored in the projection before the current rebuild is looked
 * up, so a rebuild that begins later reads them. The rebuild's index is written first: if the two are swapped in
 * between, the live index has the change already or gets it now. If the rebuild has ended meanwhile and removed its
 * index, the write made it again, and it is removed once more.
 */
export async function writeEverywhere(
  name: IndexName,
  changes: EntryChanges,
  { engine, rebuildUnderWay, rebuildWithIndexes }: Indexes,
): Promise<void> {
  const rebuild = await rebuildUnderWay();
  if (rebuild !== undefined) await engine.write(name, changes, rebuild);
  await engine.write(name, changes);
  if (rebuild !== undefined && (await rebuildWithIndexes()) !== rebuild)
    await engine.client.deleteIndex(engine.indexUid(name, rebuild));
}

/** After this many rounds, entries change faster than they can be written; the job is repeated later. */
const maxRounds = 20;

/**
 * Repeats `round`, which writes the entries of ids and returns the ids whose state has changed since it was read, until
 * there are none. Two instances may write an entry in any order: the one that wrote an old state last then sees the
 * newer one, and writes it.
 */
export async function retryUnsettled(
  ids: readonly number[],
  round: (ids: readonly number[]) => Promise<readonly number[]>,
): Promise<void> {
  let unsettled = ids;
  for (let rounds = 0; unsettled.length > 0; rounds += 1) {
    if (rounds === maxRounds)
      throw new Error(`${unsettled.length} entries changed at every attempt to index them`);
    unsettled = await round(unsettled);
  }
}

type RecordWriting = Pick<Projection, 'records'> & Indexes;

/** Writes the entries of records from the projection, and removes those of deleted ones. */
export function writeRecords(ids: readonly number[], deps: RecordWriting): Promise<void> {
  return retryUnsettled(ids, (unsettled) => writeOnce(unsettled, deps));
}

async function writeOnce(ids: readonly number[], deps: RecordWriting): Promise<readonly number[]> {
  const { records } = deps;
  const states = await records.find({ _id: { $in: ids } }).lean<RecordState[]>();
  const existing = states.filter(({ deletedAt }) => !deletedAt);
  const deleted = states.filter(({ deletedAt }) => deletedAt);
  const changes = { entries: existing.map(recordEntry), removed: deleted.map(({ _id }) => _id) };
  await writeEverywhere('records', changes, deps);
  const written = new Map(states.map(({ _id, version }) => [_id, version]));
  const now = await records.find({ _id: { $in: ids } }, { version: 1 }).lean<RecordState[]>();
  return now.filter(({ _id, version }) => written.get(_id) !== version).map(({ _id }) => _id);
}
