import type { mongo } from 'mongoose';
import type { Migration } from '@svc/service-kit/store';

/** The parts of a record that migrations read. */
interface Kept {
  readonly _id: number;
  readonly version: number;
  readonly degrees?: Readonly<Record<string, number>>;
}

interface Edge {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Connections with meta are read from their edges only if a term of the record marks them. */
const describedConnections: Migration = {
  version: 1,
  name: 'mark the records with described connections',
  readableFrom: 0,
  async run(context) {
    const records = context.db.collection<Kept>('records');
    const described = { collection: 'edges', filter: { meta: { $exists: true, $ne: {} } } };
    await context.eachBatch<Edge>(described, async (edges) => {
      const ids = edges.flatMap(({ from, to }) => [from, to]);
      const found = await records.find({ _id: { $in: ids } }, { projection: { degrees: 1 } }).toArray();
      const degrees = new Map(found.map((record) => [record._id, record.degrees ?? {}]));
      await write(
        records,
        edges.flatMap(({ key, from, to }) =>
          (['from', 'to'] as const).map((side) => {
            const _id = side === 'from' ? from : to;
            const end = `${key}:any` in (degrees.get(_id) ?? {}) ? 'any' : side;
            return { filter: { _id }, update: { $addToSet: { links: `${key}:${end}:described` } } };
          }),
        ),
      );
    });
    await forgetMark(context.db, 'links');
  },
};

/** Whether a user has private values in a record is read from the record alone. */
const keepers: Migration = {
  version: 2,
  name: 'store the owners of private values in records',
  readableFrom: 0,
  async run(context) {
    const records = context.db.collection<Kept>('records');
    await context.eachBatch<{ recordId: number; userId: number }>(
      { collection: 'private_values', projection: { recordId: 1, userId: 1 } },
      (kept) =>
        write(
          records,
          kept.map(({ recordId, userId }) => ({
            filter: { _id: recordId },
            update: { $addToSet: { keptBy: userId } },
          })),
        ),
    );
    await forgetMark(context.db, 'keepers');
  },
};

const listedRows: Migration = {
  version: 3,
  name: 'count the listed rows of each history',
  readableFrom: 0,
  async run(context) {
    const records = context.db.collection<Kept>('records');
    const activity = context.db.collection('activity');
    const isUncounted = { listedRows: { $exists: false } };
    const uncounted = { collection: 'records', filter: isUncounted, projection: { version: 1 } };
    await context.eachBatch<Kept>(uncounted, async (batch) => {
      const counts = await activity
        .aggregate<{ _id: number; rows: number }>([
          { $match: { recordId: { $in: batch.map(({ _id }) => _id) }, listed: true } },
          { $group: { _id: '$recordId', rows: { $sum: 1 } } },
        ])
        .toArray();
      const rowsOf = new Map(counts.map(({ _id, rows }) => [_id, rows]));
      await write(
        records,
        // A later write of the record has counted as well.
        batch.map(({ _id, version }) => ({
          filter: { _id, version, ...isUncounted },
          update: { $set: { listedRows: rowsOf.get(_id) ?? 0 } },
        })),
      );
    });
  },
};

/** Former name of a property of records → its current name. */
const renamed = {
  words: 'filterTerms',
  links: 'linkTerms',
  searched: 'searchText',
  alike: 'duplicateKeys',
  keptBy: 'privateValueOwners',
  listedRows: 'listedRowCount',
};

/** Drops the indexes first: renaming then changes no index entries, and the indexes are rebuilt over all records at once. */
const derivedNames: Migration = {
  version: 4,
  name: 'rename the index fields of records',
  readableFrom: 4,
  async run(context) {
    const { db } = context;
    const records = db.collection<Kept>('records');
    const isThere = await db.listCollections({ name: 'records' }).hasNext();
    for (const { name = '', key } of isThere ? await records.indexes() : [])
      if (Object.keys(key).some((path) => path in renamed)) await records.dropIndex(name);
    await context.eachBatch<Kept>({ collection: 'records', projection: { _id: 1 } }, (batch) =>
      records.updateMany({ _id: { $in: batch.map(({ _id }) => _id) } }, { $rename: renamed }),
    );
    await db.dropCollection('list_walks');
  },
};

/** The migrations of records, from the time before versions. */
export const recordsMigrations: readonly Migration[] = [
  describedConnections,
  keepers,
  listedRows,
  derivedNames,
];

/** Updates records without raising their versions: events and the search index are not affected. */
async function write(
  records: mongo.Collection<Kept>,
  updates: readonly mongo.UpdateOneModel<Kept>[],
): Promise<void> {
  const models = updates.map((updateOne) => ({ updateOne }));
  await records.bulkWrite(models, { ordered: false });
}

/** Removes the mark by which earlier programs decided whether to check again at each start. */
async function forgetMark(db: mongo.Db, _id: string): Promise<void> {
  await db.collection<{ _id: string }>('site_settings').deleteOne({ _id });
}
