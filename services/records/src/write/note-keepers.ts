import type { Collections } from '../store/collections.ts';
import { inParts, untilSettled } from '../store/until-settled.ts';

type Deps = Pick<Collections, 'records' | 'privateValues' | 'derivedForms'>;

/** For what is read and written at once, in milliseconds. */
const patience = 60_000;

/**
 * Has records know who keeps something privately in them (`keptBy`): written before they noted it, or by an instance that does not, they do
 * not. To be done before anything is answered. No version is raised: what is told of the records, and indexed of
 * them, stays as it is.
 */
export async function noteKeepers({ records, privateValues, derivedForms }: Deps): Promise<void> {
  await untilSettled(derivedForms, 'keepers', async () => {
    let noted = 0;
    const kept = privateValues.find({}, { recordId: 1, userId: 1 }).lean().cursor();
    for await (const part of inParts(kept)) {
      const writes = part.map(({ recordId, userId }) => ({
        updateOne: {
          filter: { _id: recordId, keptBy: { $ne: userId } },
          update: { $push: { keptBy: userId } },
        },
      }));
      const { modifiedCount } = await records.bulkWrite(writes, { ordered: false, maxTimeMS: patience });
      noted += modifiedCount;
    }
    return noted;
  });
}
