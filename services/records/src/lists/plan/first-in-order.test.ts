import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstInOrder } from './first-in-order.ts';

const directions = [1, -1] as const;

test('the first ones are those that sorting by date and id puts there, however many dates are equal', () => {
  const records = fc.uniqueArray(fc.record({ id: fc.nat(500), date: fc.nat(20) }), {
    selector: ({ id }) => id,
    maxLength: 200,
  });
  fc.assert(
    fc.property(records, fc.nat(220), fc.constantFrom(...directions), (found, count, direction) => {
      const dated = { ids: found.map(({ id }) => id), dates: found.map(({ date }) => date) };
      const sorted = found.toSorted((one, other) => direction * (one.date - other.date || one.id - other.id));
      const expected = sorted.slice(0, count).map(({ id }) => id);
      expect([...firstInOrder(dated, direction, count)].sort()).toEqual(expected.sort());
    }),
  );
});
