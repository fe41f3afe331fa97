import type { Model, mongo } from 'mongoose';
import type { Write } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { UnnumberedRow } from './activity-of-changes.ts';

/** Inserts a new record. */
export function insertRecord(deps: RecordsDeps, record: RecordDocument): Write {
  return {
    model: { name: 'insertOne', namespace: namespace(deps, deps.records), document: asDocument(record) },
  };
}

/** Replaces a record if it still has the version that was read. */
export function replaceRecord(deps: RecordsDeps, read: RecordDocument, next: RecordDocument): Write {
  const filter = asDocument({ _id: read._id, version: read.version });
  const model = {
    name: 'replaceOne' as const,
    namespace: namespace(deps, deps.records),
    filter,
    replacement: asDocument(next),
  };
  return { model, mustMatch: true };
}

/** Deletes a record if it still has the version that was read, and its history with it. */
export function deleteRecord(deps: RecordsDeps, read: RecordDocument): Write[] {
  return [
    {
      model: {
        name: 'deleteOne',
        namespace: namespace(deps, deps.records),
        filter: asDocument({ _id: read._id, version: read.version }),
      },
      mustMatch: true,
    },
    {
      model: {
        name: 'deleteMany',
        namespace: namespace(deps, deps.activity),
        filter: asDocument({ recordId: read._id }),
      },
    },
  ];
}

/** Inserts history rows under ids of their own. */
export async function insertActivity(deps: RecordsDeps, rows: readonly UnnumberedRow[]): Promise<Write[]> {
  const ids = await deps.activityIds.take(rows.length);
  return rows.map((row, index) => ({
    model: {
      name: 'insertOne',
      namespace: namespace(deps, deps.activity),
      document: asDocument({ ...row, _id: ids[index] }),
    },
  }));
}

function namespace<T>(deps: RecordsDeps, model: Model<T>): string {
  return deps.store.namespace(model);
}

function asDocument(value: object): mongo.Document {
  return value;
}
