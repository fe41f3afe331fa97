import { expect, test } from '@jest/globals';
import { createField } from '../post-types/create-field.ts';
import type { ListedRecord } from '../model/record.ts';
import { degreesOf, shownOnPage } from './shown-connections.ts';

const definition = { name: 'F', type: 'connection', post_type: 'others', p2p_key: 'tests_to_others' };
const fields = createField({ postType: 'tests', key: 'f', definition, report: () => undefined });

const page = (records: number, degree: number) =>
  Array.from(
    { length: records },
    () => ({ degrees: { 'tests_to_others:from': degree } }) as unknown as ListedRecord,
  );

test.each([
  ['few records with few connections', page(10, 5), 100],
  ['few records with many connections', page(10, 50_000), 100],
  ['a thousand records with few connections', page(1_000, 15), 100],
  ['a thousand records with many connections', page(1_000, 50_000), 12],
  ['no records', [], 100],
])('the limit of shown connections per field fits a page of %s', (_name, records, expected) => {
  expect(shownOnPage(records.flatMap((record) => degreesOf(record, fields)))).toBe(expected);
});

test('fields that are not shown do not count as connections of the page', () => {
  expect(page(1_000, 50_000).flatMap((record) => degreesOf(record, []))).toEqual([]);
});
