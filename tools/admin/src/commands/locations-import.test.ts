import { expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locationColumns } from '@svc/contracts';
import { locationRow, temporaryDirectory } from '@svc/testing';
import { refused, run } from '../testing/run.ts';
import { readLocations } from './read-locations.ts';

const directory = temporaryDirectory();

const header = locationColumns.join('\t');
const cells = (id: number, changed: Record<string, string> = {}) => {
  const more = { country_code: 'HL', latitude: -10.5, population: 5, alt_name: 'Hill Land' };
  const row: Record<string, string | number | null> = { ...locationRow([id], 'Hill Land', more), ...changed };
  return locationColumns.map((column) => String(row[column] ?? '\\N')).join('\t');
};

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = join(directory, 'grid.tsv');
  await writeFile(file, content);
  return file;
}

async function importing(content: string | Uint8Array) {
  const file = await fileOf(content);
  const { code, stdout, stderr } = await run(['locations', 'import', file], { DATA_DIR: '/nowhere' });
  return { code, stdout, lines: stderr.replaceAll(file, 'FILE').trimEnd().split('\n') };
}

async function rowsOf(content: string) {
  const rows = [];
  for await (const read of readLocations(await fileOf(content))) rows.push(read);
  return rows;
}

test.each([
  ['with a header', [header, cells(7)].join('\n')],
  ['without a header, in the column order of the public file', `${cells(7)}\n`],
  ['with CRLF line ends, a byte order mark and empty lines', `\uFEFF${header}\r\n\r\n${cells(7)}\r\n\r\n`],
  ['with empty cells for missing values', `${header}\n${cells(7).replaceAll('\\N', '')}`],
  [
    'with its columns in another order',
    [header, cells(7)].map((line) => line.split('\t').reverse().join('\t')).join('\n'),
  ],
])('a file is read %s', async (_how, content) => {
  const [read, ...more] = await rowsOf(content);
  expect(more).toEqual([]);
  expect(read).toMatchObject({
    row: {
      grid_id: 7,
      latitude: -10.5,
      country_code: 'HL',
      admin1_grid_id: null,
      alt_name: 'Hill Land',
    },
  });
});

test.each<[string, string | Uint8Array, readonly string[]]>([
  ['an empty file', '', ['FILE is empty.']],
  ['no rows', `${header}\n`, ['FILE has no rows. Nothing was imported.']],
  [
    'a file that is not UTF-8',
    Uint8Array.of(0x31, 0x0a, 0xff, 0xfe),
    ['the text after line 1 is not valid UTF-8. Nothing was imported.'],
  ],
  [
    'a header with other columns',
    header.replace('level_name', 'levels'),
    ['lacks level_name, has unknown columns "levels"'],
  ],
  ['a header with a column twice', `${header}\tname`, ['the header repeats name']],
  ['a file separated by commas', header.replaceAll('\t', ','), ['FILE:1: the header lacks grid_id']],
  ['a line with too few columns', `${header}\n${cells(7)}\n8\tx`, ['FILE:3: has 2 columns instead of 25']],
  [
    'a text in a column of numbers',
    cells(7, { level: 'two' }),
    ['FILE:1: column 3 (level) must be a whole number, not "two"'],
  ],
  ['an empty name', cells(7, { name: '' }), ['column 2 (name) must be a string, not ""']],
  [
    'an id twice',
    [cells(7), cells(8), cells(7)].join('\n'),
    ['FILE:3: column grid_id repeats 7 from line 1'],
  ],
  [
    'several mistakes',
    [cells(7, { level: 'x', population: '-1' }), cells(8), cells(9, { longitude: '' })].join('\n'),
    [
      'FILE:1: column 3 (level)',
      'FILE:1: column 20 (population) must not be below 0',
      'FILE:3: column 14 (longitude)',
    ],
  ],
])('%s is reported, and nothing is imported', async (_what, content, expected) => {
  const { code, stdout, lines } = await importing(content);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const text of expected) expect(lines).toContainEqual(expect.stringContaining(text));
  // Had it been right, the tool would have looked for an instance, and there is none.
  expect(lines.join('\n')).not.toContain('npm start');
});

test('only the first twenty of many problems are shown', async () => {
  const wrong = Array.from({ length: 3_000 }, (_nothing, n) => cells(n + 1, { level: 'x' })).join('\n');
  const { lines } = await importing(wrong);
  expect(lines).toHaveLength(22);
  expect(lines.slice(-2)).toEqual(['… and 2980 more', 'Nothing was imported.']);
});

test('a missing file is reported', async () => {
  const answer = await run(['locations', 'import', join(directory, 'none.tsv')], {});
  expect(answer).toEqual(refused('none.tsv cannot be read (ENOENT'));
});

test('a file is checked before the connection to an instance', async () => {
  const { code, lines } = await importing([cells(7), cells(8)].join('\n'));
  expect(code).toBe(1);
  expect(lines[0]).toBe('FILE: 2 rows, all valid');
  expect(lines[1]).toContain('There is no running instance');
});
