import type { Model } from 'mongoose';

/** What both projections have in common. */
interface Versioned {
  readonly _id: number;
  readonly version: number;
}

/** A state as its source tells it; defaults and what only search knows are left out. */
export type Snapshot<State extends Versioned> = Versioned & Partial<State>;

/** Keeps states unless a newer one is there; several instances may save the same at once, in any order. */
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
