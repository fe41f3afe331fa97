import { mongo, type Model } from 'mongoose';
import { isDuplicateKey } from '@svc/service-kit/store';

/** The version of tombstones: no event can be newer, because ids are never used again. */
export const tombstoneVersion = Number.MAX_SAFE_INTEGER;

/** Seconds for which tombstones are kept: longer than events. */
export const keptTombstone = 30 * 24 * 60 * 60;

/** The part that every state of the projection has. */
export interface Versioned {
  readonly _id: number;
  readonly version: number;
}

/** Stores states unless a newer version is stored. Several instances may do so concurrently, in any order. */
export async function upsertNewest<State extends Versioned>(
  model: Model<State>,
  states: readonly State[],
): Promise<void> {
  if (states.length === 0) return;
  const ids = states.map(({ _id }) => _id);
  const known = await model.collection
    .find<Versioned>({ _id: { $in: ids } as never }, { projection: { version: 1 } })
    .toArray();
  const versions = new Map(known.map(({ _id, version }) => [_id, version]));
  // Another instance may insert a state meanwhile, and there may be two states of one id.
  const inserted = states.filter(({ _id }) => !versions.has(_id));
  const there = await insertMissing(model, inserted);
  const newer = states.filter(({ _id, version }) => (versions.get(_id) ?? Infinity) < version);
  const operations = [...newer, ...there].map(({ _id, version, ...rest }) => ({
    updateOne: { filter: { _id, version: { $lt: version } }, update: { $set: { version, ...rest } } },
  }));
  await writeStates(model, operations, { ordered: true });
}

/**
 * Stores states unless a newer version is stored; a state with the same version is replaced. Optimised for states that
 * are mostly not stored yet.
 */
export async function upsertSnapshot<State extends Versioned>(
  model: Model<State>,
  states: readonly State[],
): Promise<void> {
  const there = await insertMissing(model, states);
  const operations = there.map(({ _id, version, ...rest }) => ({
    updateOne: {
      filter: { _id, version: { $lte: version } },
      update: { $set: { version, ...rest }, $unset: { deletedAt: 1 } },
    },
  }));
  await writeStates(model, operations, { ordered: false });
}

/** Changes states with one command; without operations, with none. */
export async function writeStates<State extends Versioned>(
  model: Model<State>,
  operations: readonly { readonly updateOne: object }[],
  options: { readonly ordered: boolean },
): Promise<void> {
  if (operations.length === 0) return;
  await model.bulkWrite(operations as unknown as Parameters<Model<State>['bulkWrite']>[0], options);
}

/** Inserts missing states; returns those already stored. */
async function insertMissing<State extends Versioned>(
  model: Model<State>,
  states: readonly State[],
): Promise<readonly State[]> {
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
