import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextGenerations, type Baptized } from './next-generations.ts';

const contact = (id: number, baptizers: readonly number[], generation?: number): Baptized => ({
  id,
  baptizers,
  generation,
});

const generations = (contacts: readonly Baptized[], outside: readonly [number, number | undefined][] = []) =>
  Object.fromEntries(nextGenerations(contacts, new Map(outside)));

describe('baptism generations', () => {
  const circle = [contact(1, [2], 4), contact(2, [1], 6)];
  const begun = [contact(1, []), contact(2, [1, 3], 9), contact(3, [2])];
  test.each<[string, Baptized[], [number, number | undefined][], Record<number, number | undefined>]>([
    ['without baptizers are 0', [contact(1, [], 5)], [], { 1: 0 }],
    ['are one more than the generation of the baptizer', [contact(1, [9])], [[9, 4]], { 1: 5 }],
    ['count a baptizer without a generation as 0', [contact(1, [9])], [[9, undefined]], { 1: 1 }],
    ['count a missing baptizer as 0', [contact(1, [9])], [], { 1: 1 }],
    ['stay in a circle', circle, [], { 1: 4, 2: 6 }],
    ['stay in a circle that has a baptizer outside it', begun, [], { 1: 0, 2: 9, 3: undefined }],
    ['follow from a circle', [...circle, contact(3, [2]), contact(4, [3])], [], { 1: 4, 2: 6, 3: 7, 4: 8 }],
    [
      'stay for a contact that is its own baptizer',
      [contact(1, [1], 3), contact(2, [1])],
      [],
      { 1: 3, 2: 4 },
    ],
  ])('%s', (_name, contacts, outside, expected) => {
    expect(generations(contacts, outside)).toEqual(expected);
  });

  test('have no limit of depth', () => {
    const chain = Array.from({ length: 100_000 }, (_, id) => contact(id, id === 0 ? [] : [id - 1]));
    expect(nextGenerations(chain.toReversed(), new Map()).get(99_999)).toBe(99_999);
  });

  test('are one more than the highest generation of the baptizers', () => {
    const size = 12;
    const links = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 25 });
    fc.assert(
      fc.property(links, fc.array(fc.nat(20), { minLength: size, maxLength: size }), (pairs, former) => {
        const forward = pairs
          .filter(([one, other]) => one !== other)
          .map(([one, other]) => (one < other ? [one, other] : [other, one]));
        const people = former.map((generation, id) =>
          contact(
            id,
            forward.filter(([, child]) => child === id).map(([baptizer]) => baptizer as number),
            generation,
          ),
        );
        const next = nextGenerations(people, new Map());
        for (const { id, baptizers } of people) {
          const largest = Math.max(-1, ...baptizers.map((baptizer) => next.get(baptizer) ?? 0));
          expect(next.get(id)).toBe(largest + 1);
        }
      }),
    );
  });
});
