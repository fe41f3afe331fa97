import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { pageTable } from './page-table.ts';

const page = 'reference/dialects.md';

test.each(['Where the prefixes differ', 'Answers under both prefixes'])(
  'every row of "%s" names its test',
  (section) => {
    const { heading, rows } = pageTable(page, section);
    expect(heading.at(-1)).toBe('test');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !namesTest(row.at(-1) ?? ''))).toEqual([]);
  },
);

/** Whether a cell has the form `file: title`, with the title of a test in this file. */
function namesTest(cell: string): boolean {
  const [, file = '', title = ''] = /^(\S+\.ts): (.+)$/.exec(cell) ?? [];
  return file !== '' && readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes(title);
}
