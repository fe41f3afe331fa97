import { mongo, type Model } from 'mongoose';
import { isDuplicateKey } from '@svc/service-kit';
import type { Snapshot } from './upsert-newest.ts';

interface Versioned {
  readonly _id: number;
  readonly version: number;
}

/**
 * Keeps states as their source tells them, of the same version too, unless a newer one is there. Made for states that are
 * mostly not there yet.
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

/** Those that are there already. */
async function insertMissing<State extends Versioned>(
  model: Model<State>,
  states: readonly Snapshot<State>[],
): Promise<readonly Snapshot<State>[]> {
  if (states.length === 0) return [];
  try {
    // The driver itself: of what mongoose makes of its errors it cannot be told which states they are about.
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
