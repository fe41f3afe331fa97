import { recordEntry } from '../engine/entries.ts';
import type { Projection } from '../projection/projection.ts';
import type { RecordState } from '../projection/record-state.ts';
import { retryUnsettled, writeEverywhere, type Indexes } from './write-entries.ts';

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
