import { afterEach, expect, jest, test } from '@jest/globals';
import { type Fields, recordsBatch, recordsCreate, recordsUpdate } from '@svc/contracts';
import { fieldTypes } from '../fields/index.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { recordClient, values } from '../testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from '../testing/records-harness.ts';
import { ParsedWrite } from './parsed-write.ts';

const harness = harnessOfSuite({ settings: withExtensions('sample', 'connected') });
const { create } = recordClient(harness);
const mona = overseer(3, 'samples', 'sets');
const request = { post_type: 'samples', silent: false };

afterEach(() => {
  jest.restoreAllMocks();
});

/** Counts how often a value of each field is parsed from now on. */
function countParses(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const write of new Set([...fieldTypes.values()].map((type) => type.write))) {
    const parse = write.parse.bind(write);
    jest.spyOn(write, 'parse').mockImplementation((input, field) => {
      counts.set(field.key, (counts.get(field.key) ?? 0) + 1);
      return parse(input, field);
    });
  }
  return counts;
}

const once = (fields: Fields) => Object.fromEntries(Object.keys(fields).map((key) => [key, 1]));

test('a create that looks for duplicates parses each value once', async () => {
  const { ID: set } = await create({ title: 'A set' }, mona, 'sets');
  const fields = { name: 'New', a_text: 'new', a_channel: [{ value: '1' }], a_user: 3, sets: values(set) };
  const counts = countParses();
  await harness.ask(recordsCreate, { ...request, fields, check_for_duplicates: Object.keys(fields) }, mona);
  expect(Object.fromEntries(counts)).toEqual(once(fields));
});

test('a record named by its title is parsed as a title and as an id', async () => {
  await create({ title: 'A peer' }, mona, 'samples');
  const counts = countParses();
  await create({ name: 'New', peers: values('A peer') }, mona, 'samples');
  expect(Object.fromEntries(counts)).toEqual({ name: 1, peers: 2 });
});

test('an update that does not overwrite parses each value once', async () => {
  const { ID: id } = await create({ title: 'Old', a_text: 'old' }, mona, 'samples');
  const fields = { a_text: 'new', a_textarea: 'new', a_channel: [{ value: '1' }], sets: values() };
  const counts = countParses();
  await harness.ask(recordsUpdate, { ...request, id, fields, do_not_overwrite: true }, mona);
  expect(Object.fromEntries(counts)).toEqual(once(fields));
});

test('a batch parses each value of its items once', async () => {
  const { ID: id } = await create({ title: 'Old' }, mona, 'samples');
  const items = [{ fields: { name: 'New', a_text: 'new' } }, { ID: id, fields: { a_text: 'new' } }];
  const counts = countParses();
  await harness.ask(recordsBatch, { ...request, items }, mona);
  expect(Object.fromEntries(counts)).toEqual({ name: 1, a_text: 2 });
});

test('a value that a hook changes in place, or that has no JSON, is parsed again', () => {
  const parse = jest.fn((input: unknown) => ({ change: JSON.stringify(input, ['value']) }));
  const field = { key: 'a', definition: {}, type: { write: { parse } } } as unknown as Field;
  const write = new ParsedWrite({ actor: mona } as never, {} as never, {} as PostType);
  const value = { value: 'before' };
  const before = write.parse(field, value);
  expect(write.parse(field, value)).toBe(before);
  value.value = 'after';
  expect(write.parse(field, value)).toEqual({ change: '{"value":"after"}' });
  const large = { value: 'x', count: 1n };
  write.parse(field, large);
  write.parse(field, large);
  expect(parse).toHaveBeenCalledTimes(4);
});
