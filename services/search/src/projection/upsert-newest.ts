import type { Model } from 'mongoose';

interface Versioned {
  readonly _id: number;
  readonly version: number;
}

/** A state from its source, without defaults and without properties of the projection itself. */
export type Snapshot<State extends Versioned> = Versioned & Partial<State>;

/** Stores states unless a newer version is stored. Several instances may do so concurrently, in any order. */
export async function upsertNewest<State extends Versioned>(
  model: Model<State>,
  states: readonly Snapshot<State>[],
): Promise<void> {
  if (states.length === 0) return;
  const operations = states.flatMap(({ _id, version, ...rest }) => [
    { updateOne: { filter: { _id }, update: { $setOnInsert: { version, ...rest } }, upsert: true } },
    { updateOne: { filter: { _id, version: { $lt: version } }, update: { $set: { version, ...rest } } } },
  ]);
  await model.bulkWrite(operations as unknown as Parameters<Model<State>['bulkWrite']>[0], { ordered: true });
}
