import { expect, test } from '@jest/globals';
import type { Fields } from '@svc/contracts';
import fc from 'fast-check';
import { bodiesOf } from './bodies.ts';
import { idsIn, madeOut, stateAfter, withKnownIds, type ModelState } from './model-state.ts';
import { madeUp } from './model-write.ts';

interface Identified {
  readonly key: string;
  /** Where the model has the field. */
  readonly at?: string;
  /** The key of an entry's id. */
  readonly idKey: string;
}

const fields: readonly Identified[] = [
  { key: 'a_channel', idKey: 'key' },
  { key: 'a_link', idKey: 'meta_id' },
  { key: 'some_places_meta', idKey: 'grid_meta_id' },
  { key: 'some_tasks', at: 'some_tasks of 3', idKey: 'id' },
];

test.each(fields)(
  'a write of $key comes to the same whether or not the ids are known that the one before made up',
  ({ key, at = key, idKey }) => {
    const body = bodiesOf([key]);
    const request = fc.record({ keeps: fc.boolean(), body });
    const withIds = (state: ModelState, first: number) => ({
      ...state,
      [at]: identified(state[at], idKey, first),
    });
    fc.assert(
      fc.property(body, request, request, (creation, one, other) => {
        const created = stateAfter({}, madeOut({}, 3, false, creation)) ?? {};
        const before = withIds(created, 1_000);
        const known = idsIn(before);
        const between = stateAfter(before, madeOut(before, 3, one.keeps, one.body)) ?? before;
        const write = madeOut(before, 3, other.keeps, other.body);
        const after = [between, withIds(between, 2_000)].map((state) => stateAfter(state, write));
        const [unknownIds, knownIds] = after.map((state) => state && withKnownIds(state, known));
        expect(unknownIds).toEqual(knownIds);
      }),
      { numRuns: 1_000 },
    );
  },
);

/** The same entries with ids where they have none that is known: numbers from a first one. */
function identified(entries: unknown, idKey: string, first: number): unknown {
  return (entries as readonly Fields[] | undefined)?.map((entry, place) => {
    const isKnown = typeof entry[idKey] === 'string' && entry[idKey] !== madeUp;
    return isKnown ? entry : { ...entry, [idKey]: String(first + place) };
  });
}
