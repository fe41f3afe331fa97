import { expect, test } from '@jest/globals';
import { withRecordOfId } from './with-record-of-id.ts';

const name = { text: 'a name', version: 1, match: 'words' as const };
const found = [
  { id: 12, name },
  { id: 13, name },
];

test.each(['x', '', '0', '-13', '1.3', '13a', '9'.repeat(20)])('%j is not read as a record id', (text) => {
  expect(withRecordOfId(found, text)).toEqual(found);
});

test('a number adds the record with that id to the hits', () => {
  expect(withRecordOfId(found, ' ١4 ')).toEqual([{ id: 14, isId: true }, ...found]);
});

test('a number marks a found record as matched by id', () => {
  expect(withRecordOfId(found, '13')).toEqual([{ id: 13, name, isId: true }, found[0]]);
});
