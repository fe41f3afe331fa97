import { expect, test } from '@jest/globals';
import { withRecordOfId } from './with-record-of-id.ts';

const found = [
  { id: 12, inName: true },
  { id: 13, inName: true },
];

test.each(['x', '', '0', '-13', '1.3', '13a', '9'.repeat(20)])('%j is no id of a record', (text) => {
  expect(withRecordOfId(found, text)).toEqual(found);
});

test('a number adds the record that has it as its id', () => {
  expect(withRecordOfId(found, ' 14 ')).toEqual([{ id: 14, inName: false, isId: true }, ...found]);
});

test('a number marks the record that was found already', () => {
  expect(withRecordOfId(found, '13')).toEqual([{ id: 13, inName: true, isId: true }, found[0]]);
});
