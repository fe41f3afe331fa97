import { mongo, type Model } from 'mongoose';
import { isDuplicateKey } from '@svc/service-kit';
import type { Snapshot } from './upsert-newest.ts';

interface Versioned {
  readonly _id: number;
  readonly version: number;
}

/**
 * Stores states unless a newer version is stored; a state with the same version is replaced. Optimised for states that
 * are mostly not stored yet.
 */
export async function upsertSnapshot<State extends Versioned>(
  model: Model<State>,
  states: readonly Snapshot<State>[],
): Promise<void> {
  const there = await insertMissing(model, states);
  if (there.length === 0) return;
  const operations = there.map(({ _id, version, ...rest }) => ({
    updateOne: {
      filter: { _id, version: { $lte: version } },
      update: { $set: { version, ...rest }, $unset: { deletedAt: 1 } },
    },
  }));
  await model.bulkWrite(operations as unknown as Parameters<Model<State>['bulkWrite']>[0], {
    ordered: false,
  });
}

/** Inserts missing states; returns those already stored. */
async function insertMissing<State extends Versioned>(
  model: Model<State>,
  states: readonly Snapshot<State>[],
): Promise<readonly Snapshot<State>[]> {
  if (states.length === 0) return [];
  try {
    // The driver's own method, because mongoose's errors do not say which states they concern.
    await model.collection.insertMany(states as unknown as mongo.OptionalUnlessRequiredId<mongo.Document>[], {
      ordered: false,
    });
    return [];
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    if (!errors.every(isDuplicateKey)) throw error;
    return errors.flatMap(({ index }) => states[index] ?? []);
  }
}
