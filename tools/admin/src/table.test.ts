import { expect, test } from '@jest/globals';
import { table } from './table.ts';

test('columns are as wide as their widest cell, and lines have no blanks at their ends', () => {
  const rows = [
    ['ID', 'NAME'],
    ['1', 'Mona'],
    ['1000', ''],
  ];
  expect(table(rows)).toBe('ID    NAME\n1     Mona\n1000');
});
