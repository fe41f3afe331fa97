import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '@svc/contracts';
import { type PlannedBody, privateKeys, sharedKeys } from './bodies.ts';
import { madeUp, refused, type ModelWrite } from './model-write.ts';

/** What is read of a record: shared fields by key, private ones by key and reader. */
export type ModelState = Readonly<Record<string, unknown>>;

/** A request of one user that is made out. */
export interface ModelRequest {
  readonly userId: number;
  readonly keeps: boolean;
  readonly writes: readonly (ModelWrite & { readonly key: string })[];
}

/** Where the model has a field of a user. */
function place(key: string, userId: number): string {
  return privateKeys.includes(key) ? `${key} of ${userId}` : key;
}

/** A planned request, made out against what its user reads. */
export function madeOut(state: ModelState, userId: number, keeps: boolean, body: PlannedBody): ModelRequest {
  const writes = body.map(({ key, plan }) => ({ ...plan(state[place(key, userId)]), key }));
  return { userId, keeps, writes };
}

/** What a request leaves of a record; undefined when it is refused. */
export function stateAfter(
  before: ModelState,
  { userId, keeps, writes }: ModelRequest,
): ModelState | undefined {
  let state = before;
  for (const { key, next, kept = next, beside } of writes) {
    const at = place(key, userId);
    const own = keeps ? kept(state[at]) : next(state[at]);
    if (own === refused) return undefined;
    const from = state[at];
    state = { ...state, [at]: own };
    const besideAt = beside && place(beside.key, userId);
    if (besideAt) state = { ...state, [besideAt]: beside.next(state[besideAt], { own, from, keeps }) };
  }
  return state;
}

/** Which fields of a request that must not overwrite stay as they are in a state. */
export function keptIn(state: ModelState, { userId, writes }: ModelRequest): readonly string[] {
  const kept = writes.filter(({ key, next, kept: left = next }) => {
    const value = state[place(key, userId)];
    return isDeepStrictEqual(left(value), value);
  });
  return kept.map(({ key }) => key);
}

/** What the model follows of a record that a user has read. */
export function stateOf(record: Fields, userId: number): ModelState {
  const keys = [...sharedKeys, ...privateKeys];
  return Object.fromEntries(keys.map((key) => [place(key, userId), followed(key, record[key])]));
}

/** What one user reads of a record. */
export function readBy(state: ModelState, userId: number): ModelState {
  const keys = [...sharedKeys, ...privateKeys].map((key) => place(key, userId));
  return Object.fromEntries(keys.map((key) => [key, state[key]]));
}

/** Whether two states are the same but for ids that were not known; unset is the same as not there. */
export function isSameState(one: ModelState, other: ModelState, known: ReadonlySet<unknown>): boolean {
  const shown = (state: ModelState) => withoutUnset(withKnownIds(state, known));
  return isDeepStrictEqual(shown(one), shown(other));
}

function withoutUnset(state: ModelState): ModelState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}

/** Of a place with a point, what was written: the record that it stands in is known. */
function followed(key: string, value: unknown): unknown {
  if (!key.endsWith('_meta') || value === undefined) return value;
  return (value as Fields[]).map(
    ({ post_id: _id, post_type: _type, postmeta_id_location_grid: _row, ...point }) => point,
  );
}

const identified = /^(my_)?(a_channel|a_link|some_places_meta)|^some_(tasks|reminders)/;
const idKeys = ['meta_id', 'grid_meta_id', 'id', 'key'];

/** The ids and keys of entries in a state. */
export function idsIn(state: ModelState): ReadonlySet<unknown> {
  const entries = Object.entries(state).filter(([key]) => identified.test(key));
  const ids = entries.flatMap(([, value]) =>
    ((value ?? []) as Fields[]).flatMap((entry) => idKeys.map((key) => entry[key])),
  );
  return new Set([...ids, 'k1', 'k2', '44', '45']);
}

/** The same state, in which ids that were not known before are those that the model does not know. */
export function withKnownIds(state: ModelState, known: ReadonlySet<unknown>): ModelState {
  const masked = (entry: Fields) =>
    Object.fromEntries(
      Object.entries(entry).map(([key, value]) => [
        key,
        idKeys.includes(key) && !known.has(value) ? madeUp : value,
      ]),
    );
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [
      key,
      identified.test(key) && value !== undefined ? (value as Fields[]).map(masked) : value,
    ]),
  );
}
