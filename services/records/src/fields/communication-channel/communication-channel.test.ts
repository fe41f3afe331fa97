import { inEnglish } from '@svc/contracts';
import { expect, test } from '@jest/globals';
import { growth } from '@svc/service-kit/testing';
import { applyToEntries } from './channel-entries.ts';
import { channelDelta, channelRows } from './channel-rows.ts';
import { createField } from '../../post-types/create-field.ts';
import type { Field } from '../../model/field.ts';

const definition = { name: 'F', type: 'communication_channel' };
const [field] = createField({ postType: 'tests', key: 'f', definition, problems: [] }) as [Field];

const add = (count: number, prefix: string) => ({
  force: false,
  entries: Array.from({ length: count }, (_, index) => ({
    key: undefined,
    value: `${prefix}${index}`,
    delete: false,
    attributes: {},
  })),
});

test('takes no longer for each entry of a large write than of a small one', () => {
  const writeTwice = (size: number) => {
    const before = applyToEntries([], add(size, 'a'), 'f');
    const after = applyToEntries(before, add(size, 'b'), 'f');
    expect(after).toHaveLength(2 * size);
    expect(channelDelta(before, after)).toMatchObject({ removed: [] });
    expect(channelRows(before, after, field)).toHaveLength(2 * size);
  };
  expect(growth(2_000, writeTwice)).toBeLessThan(10);
});

test('knows a value as long as one entry holds it', () => {
  const entry = (key: string, value: string) => ({ key, value, verified: false });
  const before = [entry('one', '555'), entry('two', '555')];
  const write = (...entries: { key?: string; value?: string; delete?: boolean }[]) => ({
    force: false,
    entries: entries.map(({ key, value, delete: remove = false }) => ({
      key,
      value,
      delete: remove,
      attributes: {},
    })),
  });
  const values = (change: ReturnType<typeof write>) =>
    applyToEntries(before, change, 'f').map(({ value }) => value);
  expect(values(write({ key: 'one', delete: true }, { value: '555' }))).toEqual(['555']);
  expect(values(write({ key: 'one', value: '1' }, { key: 'two', value: '2' }, { value: '555' }))).toEqual([
    '1',
    '2',
    '555',
  ]);
});

test.each(['', null])('makes a new entry of one whose key is %j, as forms send it', (key) => {
  const parsed = field.type.parse([{ key, value: '555' }], field);
  if ('problem' in parsed) throw new Error(inEnglish(parsed.problem.message));
  expect(field.type.apply(undefined, parsed.change, field)).toEqual([
    { key: expect.stringMatching(/^f_[0-9a-f]{3}$/), value: '555', verified: false },
  ]);
});
