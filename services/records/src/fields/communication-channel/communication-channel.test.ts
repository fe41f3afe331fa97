import { expect, test } from '@jest/globals';
import { growth } from '@svc/testing';
import { applyToEntries } from './channel-entries.ts';
import { createField } from '../../post-types/create-field.ts';
import type { Field } from '../../model/field.ts';

const definition = { name: 'F', type: 'communication_channel' };
const [field] = createField({ postType: 'tests', key: 'f', definition, report: () => undefined }) as [Field];

test('the time of a write to a communication channel is proportional to its entries', () => {
  const entry = { key: undefined, delete: false, attributes: {} };
  const add = (count: number, prefix: string) => ({
    force: false,
    entries: Array.from({ length: count }, (_, index) => ({ ...entry, value: `${prefix}${index}` })),
  });
  const writeTwice = (size: number) => {
    const before = applyToEntries([], add(size, 'a'), 'f');
    const after = applyToEntries(before, add(size, 'b'), 'f');
    expect(after).toHaveLength(2 * size);
    expect(field.type.write.delta(before, after)).toMatchObject({ removed: [] });
    expect(field.type.history?.activity(before, after, field)).toHaveLength(2 * size);
  };
  expect(growth(2_000, writeTwice)).toBeLessThan(10);
});
