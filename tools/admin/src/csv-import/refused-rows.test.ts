import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { csvRows } from './csv-rows.ts';
import { RefusedRows } from './refused-rows.ts';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'refused-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const cells = [
  '=HYPERLINK("http://x.test")',
  '@SUM(1)',
  '+1+cmd|x',
  '-2+3+cmd',
  '\t=1',
  '+99 555 0100',
  '-1.5',
  "O'Neil",
];

test('a refused row contains no formula for a spreadsheet, and is imported again with its values', async () => {
  const file = join(dir, 'refused.csv');
  const rows = new RefusedRows(file, { delimiter: ';', titles: cells.map((_cell, index) => `t${index}`) });
  await rows.add(cells, [{ field: '', what: '=1+1' }]);
  await rows.close();
  const [, line = ''] = (await readFile(file, 'utf8')).split('\r\n');
  expect(line).not.toMatch(/(?:^|;)"?(?:[=@\t]|[+-](?![\d .]*(?:;|$)))/);
  const read: (readonly string[])[] = [];
  for await (const row of csvRows(file, ';')) read.push(row.cells);
  expect(read[1]).toEqual([...cells, '=1+1']);
});
