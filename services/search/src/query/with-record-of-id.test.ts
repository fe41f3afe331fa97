import { expect, test } from '@jest/globals';
import { withRecordOfId } from './with-record-of-id.ts';

const name = { text: 'a name', version: 1, match: 'words' as const };
const found = [
  { id: 12, name },
  { id: 13, name },
];

test.each(['x', '', '0', '-13', '1.3', '13a', '9'.repeat(20)])('%j is no id of a record', (text) => {
  expect(withRecordOfId(found, text)).toEqual(found);
});

test('a number adds the record that has it as its id', () => {
  expect(withRecordOfId(found, ' ١4 ')).toEqual([{ id: 14, isId: true }, ...found]);
});

test('a number marks the record that was found already', () => {
  expect(withRecordOfId(found, '13')).toEqual([{ id: 13, name, isId: true }, found[0]]);
});
