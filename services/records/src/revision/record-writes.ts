import { isDeepStrictEqual } from 'node:util';
import type { Model, mongo } from 'mongoose';
import type { Write } from '@svc/service-kit';
import type { WriteDeps } from './write-deps.ts';
import { deleteShares } from './record-shares.ts';
import { privateValuesId } from '../store/private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';
import type { UnnumberedRow } from './activity-of-changes.ts';
import type { Revision } from './revision.ts';

/** The write of a revision: an insert, or an update of the differences that requires the version that was read. */
export function reviseRecord(deps: WriteDeps, { read, record }: Revision): Write {
  if (!read) {
    const document = asDocument(record);
    return { model: { name: 'insertOne', namespace: namespace(deps, deps.records), document } };
  }
  // The row count is incremented from the value that was read, and retention may lower the stored one at any time.
  const filter = asDocument({ _id: read._id, version: read.version, listedRowCount: read.listedRowCount });
  const update = patchOf(read, record);
  return {
    model: { name: 'updateOne', namespace: namespace(deps, deps.records), filter, update },
    mustMatch: true,
  };
}

/** Deletes a record if it still has the version that was read, with its history, its shares and all private values in it. */
export function deleteRecord(deps: WriteDeps, read: RecordDocument): Write[] {
  const filter = asDocument({ _id: read._id, version: read.version });
  const belonging = [deps.activity, deps.privateValues].map((model): Write => ({
    model: {
      name: 'deleteMany',
      namespace: deps.store.namespace(model),
      filter: asDocument({ recordId: read._id }),
    },
  }));
  const texts = { name: 'deleteOne' as const, namespace: namespace(deps, deps.recordTexts) };
  return [
    {
      model: { name: 'deleteOne', namespace: namespace(deps, deps.records), filter },
      mustMatch: true,
    },
    ...belonging,
    deleteShares(deps, read._id),
    { model: { ...texts, filter: asDocument({ _id: read._id }) } },
  ];
}

/** Inserts history rows with new ids. */
export async function insertActivity(deps: WriteDeps, rows: readonly UnnumberedRow[]): Promise<Write[]> {
  const ids = await deps.activityIds.nextIds(rows.length);
  return rows.map((row, index) => ({
    model: {
      name: 'insertOne',
      namespace: namespace(deps, deps.activity),
      document: asDocument({ ...row, _id: ids[index] }),
    },
  }));
}

/** Stores a user's private values in a record. The record's version guards against concurrent writes. */
export function keepPrivateValues(
  deps: WriteDeps,
  record: RecordDocument,
  userId: number,
  fields: Readonly<Record<string, unknown>>,
): Write {
  const { _id: recordId, postType } = record;
  return {
    model: {
      name: 'updateOne',
      namespace: namespace(deps, deps.privateValues),
      filter: asDocument({ _id: privateValuesId(recordId, userId) }),
      update: { $set: { recordId, userId, postType, fields } },
      upsert: true,
    },
  };
}

/** The differences between two versions, path by path: a record with many connections is not rewritten as a whole. */
function patchOf(read: RecordDocument, record: RecordDocument): mongo.UpdateFilter<mongo.Document> {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  const { fields, sort, ...others } = record;
  const note = (path: string, before: unknown, after: unknown) => {
    if (after === undefined) unset[path] = '';
    else if (!isDeepStrictEqual(before, after)) set[path] = after;
  };
  for (const [key, after] of Object.entries(others)) note(key, read[key as keyof RecordDocument], after);
  for (const [path, before, after] of [
    ['fields', read.fields, fields] as const,
    ['sort', read.sort, sort] as const,
  ])
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[key] !== after[key]) note(`${path}.${key}`, before[key], after[key]);
  return { $set: set, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) };
}

function namespace<T>(deps: WriteDeps, model: Model<T>): string {
  return deps.store.namespace(model);
}

function asDocument(value: object): mongo.Document {
  return value;
}
