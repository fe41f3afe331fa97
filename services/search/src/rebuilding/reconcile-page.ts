import type { Model, QueryFilter } from 'mongoose';
import type { Page } from '../projection/pages.ts';
import { upsertSnapshot, type Versioned } from '../projection/upsert.ts';

/** Ids per job. */
const batchSize = 500;

/** The projection of records or of comments. */
export interface Kind<State extends Versioned> {
  readonly model: Model<State>;
  /** Whether both have the same entry. */
  readonly isSame: (one: State, other: State) => boolean;
  /** Sets the projection back to its source. */
  readonly restore: (ids: readonly number[]) => Promise<void>;
}

/**
 * Updates the projection with a page and returns the states of the page's documents. Most need no write. Properties
 * that only the projection has are kept.
 */
export async function reconcilePage<State extends Versioned>(
  page: Page<unknown>,
  sources: readonly State[],
  { model, isSame, restore }: Kind<State>,
): Promise<State[]> {
  const known = await statesBetween(model, page);
  const before = (state: State) => known.get(state._id);
  const isOlder = (state: State) => (before(state)?.version ?? 0) > state.version;
  const isNews = (state: State) => {
    const there = before(state);
    return !there || there.version < state.version || !isSame(there, state);
  };
  const older = sources.filter(isOlder);
  const current = sources.filter((state) => !isOlder(state));
  await upsertSnapshot(model, current.filter(isNews));
  const ids = older.map(({ _id }) => _id);
  if (ids.length > 0) await restore(ids);
  const newer = ids.length > 0 ? await statesOf(model, ids) : [];
  return [...current.map((state) => ({ ...before(state), ...state })), ...newer];
}

/** The ids of written states that have changed since. */
export async function changedSince<State extends Versioned>(
  written: readonly Versioned[],
  { after, last }: Page<unknown>,
  model: Model<State>,
): Promise<number[]> {
  const versions = new Map(written.map(({ _id, version }) => [_id, version]));
  const now = await model.find(between<State>(after, last), { version: 1 }).lean<Versioned[]>();
  return now
    .filter(({ _id, version }) => versions.has(_id) && versions.get(_id) !== version)
    .map(({ _id }) => _id);
}

interface Kept {
  readonly _id: number;
  readonly deletedAt?: Date;
}

/** The ids within the range of a page that the projection has, but the page does not, in batches. */
export async function* orphanedIds<State extends Kept>(
  model: Model<State>,
  { after, last, documents }: Page<{ readonly id: number }>,
): AsyncGenerator<number[]> {
  const existing = new Set(documents.map(({ id }) => id));
  const filter = { ...between<State>(after, last), deletedAt: { $exists: false } };
  const kept = model.find(filter, { _id: 1 }).lean<Kept>().cursor();
  let left: number[] = [];
  for await (const { _id } of kept) {
    if (!existing.has(_id)) left.push(_id);
    if (left.length < batchSize) continue;
    yield left;
    left = [];
  }
  if (left.length > 0) yield left;
}

async function statesBetween<State extends Versioned>(
  model: Model<State>,
  { after, last }: Page<unknown>,
): Promise<Map<number, State>> {
  const states = await model.find(between<State>(after, last)).lean<State[]>();
  return new Map(states.map((state) => [state._id, state]));
}

function statesOf<State extends Versioned>(model: Model<State>, ids: readonly number[]): Promise<State[]> {
  return model.find({ _id: { $in: ids } }).lean<State[]>();
}

function between<State>(after: number, last: number): QueryFilter<State> {
  return { _id: { $gt: after, $lte: last } };
}
