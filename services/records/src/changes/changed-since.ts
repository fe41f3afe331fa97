import type { Model } from 'mongoose';
import { grantKeys } from '../access/grant.ts';
import type { ListAccess } from '../access/list-access.ts';
import { duplicateOfKey } from '../duplicates/own-values.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { Condition } from '../model/filter.ts';
import type { RecordVersion } from '../model/record.ts';
import { readLean, type ReadCall } from '../store/read-with-deadline.ts';
import type { RecordChangeDocument } from '../store/record-change-model.ts';
import type { Cursor } from './cursor.ts';

/** A page of changes: records that the caller sees, and the ids of those that they no longer see. */
export interface ChangesPage {
  readonly records: readonly RecordVersion[];
  readonly removed: readonly number[];
  readonly next: Pick<Cursor, 'from' | 'sent' | 'afterId'>;
  readonly more: boolean;
}

interface Reading {
  readonly postType: string;
  readonly access: ListAccess;
  /** The records that lists show to the caller. */
  readonly visible: Condition;
  readonly limit: number;
}

/** How many changed records are looked through for a page, most of which the caller may not see. */
const maxLookedAt = 5_000;

type Deps = Pick<ListDeps, 'records'> & { readonly recordChanges: Model<RecordChangeDocument> };

/** The changes after a cursor, up to a position at which all changes are noted. */
export async function changedSince(
  call: ReadCall,
  deps: Deps,
  { postType, access, visible, limit }: Reading,
  { cursor, noted }: { readonly cursor: Cursor; readonly noted: number },
): Promise<ChangesPage> {
  const range = { postType, seq: { $gt: cursor.sent, $lte: noted } };
  const size = Math.min(maxLookedAt, Math.max(limit, maxLookedAt / 5));
  const found = await readLean<RecordChangeDocument[]>(
    call,
    deps.recordChanges.find(range).sort({ seq: 1 }).limit(size),
  );
  const { seen, merged } = await visibleAmong(
    call,
    deps,
    visible,
    found.map(({ _id }) => _id),
  );
  const page = found.slice(0, lengthOfPage(found, seen, limit));
  const ownKeys = new Set(grantKeys(access.grants));
  const isLost = ({ lost = [] }: RecordChangeDocument) =>
    access.conditions !== undefined || lost.some(({ key, seq }) => seq > cursor.from && ownKeys.has(key));
  const isRemoved = (change: RecordChangeDocument) =>
    merged.has(change._id) || (!seen.has(change._id) && isLost(change));
  const more = found.length === size || page.length < found.length;
  const sent = more ? (page.at(-1)?.seq ?? cursor.sent) : Math.max(noted, cursor.sent);
  return {
    records: page.flatMap(({ _id }) => seen.get(_id) ?? []),
    removed: page.filter(isRemoved).map(({ _id }) => _id),
    next: { from: more ? cursor.from : sent, sent },
    more,
  };
}

/** How many of the changes form a page with at most `limit` visible records. */
function lengthOfPage(
  found: readonly RecordChangeDocument[],
  seen: ReadonlyMap<number, RecordVersion>,
  limit: number,
): number {
  let count = 0;
  const over = found.findIndex(({ _id }) => seen.has(_id) && (count += 1) > limit);
  return over === -1 ? found.length : over;
}

type FoundRecord = RecordVersion & { readonly fields?: Readonly<Record<string, unknown>> };

const duplicateOf = `fields.${duplicateOfKey}`;

/** The records among these that the caller sees, without merged ones; and the ids of those that were merged into others. */
async function visibleAmong(
  call: ReadCall,
  { records }: Deps,
  visible: Condition,
  ids: readonly number[],
): Promise<{ seen: ReadonlyMap<number, RecordVersion>; merged: ReadonlySet<number> }> {
  const query = records.find({ $and: [{ _id: { $in: ids } }, visible] }, { version: 1, [duplicateOf]: 1 });
  const found = await readLean<FoundRecord[]>(call, query);
  const isMerged = ({ fields }: FoundRecord) => !!fields?.[duplicateOfKey];
  return {
    seen: new Map(found.filter((record) => !isMerged(record)).map((record) => [record._id, record])),
    merged: new Set(found.filter(isMerged).map(({ _id }) => _id)),
  };
}

/** A page of all records that the caller sees, by id. */
export async function allRecords(
  call: ReadCall,
  { records }: Deps,
  { postType, visible, limit }: Reading,
  cursor: Cursor,
): Promise<ChangesPage> {
  const { afterId = 0 } = cursor;
  const query = records
    .find(
      { $and: [{ postType, _id: { $gt: afterId }, [duplicateOf]: { $in: [null, ''] } }, visible] },
      { version: 1 },
    )
    .sort({ _id: 1 })
    .limit(limit + 1);
  const found = await readLean<RecordVersion[]>(call, query);
  const page = found.slice(0, limit);
  const more = found.length > limit;
  const { from } = cursor;
  const last = page.at(-1)?._id ?? afterId;
  return { records: page, removed: [], next: { from, sent: from, ...(more && { afterId: last }) }, more };
}
