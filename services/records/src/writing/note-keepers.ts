import type { RecordsDeps } from '../deps.ts';

type Deps = Pick<RecordsDeps, 'records' | 'privateValues' | 'derivedForms'>;

/** For what is read and written at once, in milliseconds. */
const patience = 60_000;

/**
 * Has records know who keeps something privately in them (`keptBy`), once in the life of a database: written before they noted it, they do
 * not. To be done before anything is answered. Another instance may be writing such a record: with a new version it reads it again.
 */
export async function noteKeepers({ records, privateValues, derivedForms }: Deps): Promise<void> {
  if (await derivedForms.findById('keepers').maxTimeMS(patience).lean()) return;
  for await (const { recordId, userId } of privateValues.find({}, { recordId: 1, userId: 1 }).lean().cursor())
    await records.updateOne(
      { _id: recordId, keptBy: { $ne: userId } },
      { $push: { keptBy: userId }, $inc: { version: 1 } },
      { maxTimeMS: patience },
    );
  await derivedForms.updateOne(
    { _id: 'keepers' },
    { $set: { forms: { keptBy: 'users' } } },
    { upsert: true, maxTimeMS: patience },
  );
}
