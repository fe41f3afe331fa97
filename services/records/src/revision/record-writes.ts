import { isDeepStrictEqual } from 'node:util';
import type { Write, Store } from '@svc/service-kit/store';
import type { RevisionPorts } from './revision-ports.ts';
import type { Collections } from '../store/collections.ts';
import { privateValuesId } from '../store/private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';
import type { UnnumberedRow } from './activity-of-changes.ts';
import type { Revision } from './revision.ts';
import type { Model } from 'mongoose';

/** The write of a revision: an insert, or an update of the differences that requires the version that was read. */
export function reviseRecord(
  deps: Pick<RevisionPorts, 'store' | 'records'>,
  { read, record }: Revision,
): Write {
  if (!read) return writeTo(deps, deps.records, { name: 'insertOne', document: record });
  // The row count is incremented from the value that was read, and retention may lower the stored one at any time.
  const filter = { _id: read._id, version: read.version, listedRowCount: read.listedRowCount };
  const update = patchOf(read, record);
  return writeTo(deps, deps.records, { name: 'updateOne', filter, update, mustMatch: true });
}

/** Deletes a record if it still has the version that was read, with its history, its shares and all private values in it. */
export function deleteRecord(
  deps: RevisionPorts & Pick<Collections, 'privateValues'>,
  { _id, version }: RecordDocument,
): Write[] {
  const belonging = { name: 'deleteMany', filter: { recordId: _id } } as const;
  return [
    writeTo(deps, deps.records, { name: 'deleteOne', filter: { _id, version }, mustMatch: true }),
    writeTo(deps, deps.activity, belonging),
    writeTo(deps, deps.privateValues, belonging),
    writeTo(deps, deps.shares, belonging),
    writeTo(deps, deps.recordTexts, { name: 'deleteOne', filter: { _id } }),
  ];
}

/** Inserts history rows with new ids. */
export async function insertActivity(
  deps: Pick<RevisionPorts, 'store' | 'activity' | 'activityIds'>,
  rows: readonly UnnumberedRow[],
): Promise<Write[]> {
  const ids = await deps.activityIds.nextIds(rows.length);
  return rows.map((row, index) =>
    writeTo(deps, deps.activity, { name: 'insertOne', document: { ...row, _id: ids[index] } }),
  );
}

/** Stores a user's private values in a record. The record's version guards against concurrent writes. */
export function keepPrivateValues(
  deps: Pick<RevisionPorts, 'store'> & Pick<Collections, 'privateValues'>,
  { _id: recordId, postType }: RecordDocument,
  userId: number,
  fields: Readonly<Record<string, unknown>>,
): Write {
  return writeTo(deps, deps.privateValues, {
    name: 'updateOne',
    filter: { _id: privateValuesId(recordId, userId) },
    update: { $set: { recordId, userId, postType, fields } },
    upsert: true,
  });
}

/** The differences between two versions, path by path: a record with many connections is not rewritten as a whole. */
function patchOf(read: RecordDocument, record: RecordDocument): object {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  const { fields, sort, ...others } = record;
  const note = (path: string, before: unknown, after: unknown) => {
    if (before === after) return;
    if (after === undefined) unset[path] = '';
    else if (!isDeepStrictEqual(before, after)) set[path] = after;
  };
  for (const [key, after] of Object.entries(others)) note(key, read[key as keyof RecordDocument], after);
  const noteAll = (path: string, before: Readonly<Record<string, unknown>>, after: typeof before) => {
    for (const key of Object.keys({ ...before, ...after })) note(`${path}.${key}`, before[key], after[key]);
  };
  noteAll('fields', read.fields, fields);
  noteAll('sort', read.sort, sort);
  return { $set: set, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) };
}

/** A write of a collection. The driver types `_id` as ObjectId, while these collections use strings and numbers: hence `object`. */
type CollectionWrite = Pick<Write, 'mustMatch'> &
  (
    | { readonly name: 'insertOne'; readonly document: object }
    | {
        readonly name: 'updateOne' | 'updateMany';
        readonly filter: object;
        readonly update: object;
        readonly upsert?: boolean;
      }
    | { readonly name: 'deleteOne' | 'deleteMany'; readonly filter: object }
  );

export function writeTo<T>(
  { store }: { readonly store: Pick<Store, 'namespace'> },
  collection: Model<T>,
  { mustMatch = false, ...write }: CollectionWrite,
): Write {
  const model = { ...write, namespace: store.namespace(collection) } as Write['model'];
  return { model, mustMatch };
}
