import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api, type Api } from '../support/http.ts';
import { uniqueWord, type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let administrator: Api;
const directory = temporaryDirectory();

beforeAll(async () => {
  world = await worldInCommon();
  administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
});

interface Found {
  readonly ID: number;
  readonly name: string;
  readonly tags?: readonly string[];
  readonly contact_phone?: readonly { readonly value: string }[];
  readonly overall_status?: { readonly key: string };
}

/** The printed answer, and the exit code. */
async function importCsv(file: string, ...options: string[]): Promise<object> {
  const args = ['import', 'csv', 'contacts', file, '--json', ...options];
  const ended = await runAdmin(world, ...args).then(
    (stdout) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => {
      if (error.stdout === '') throw error;
      return error;
    },
  );
  return { code: ended.code, ...(JSON.parse(ended.stdout) as object) };
}

async function withTag(word: string): Promise<readonly Found[]> {
  const { body } = await administrator.get<{ posts: Found[] }>(`${contacts}?tags[]=${word}&sort=name`);
  return body.posts;
}

test('a repeated import creates each row once, and corrected rows are imported', async () => {
  const word = uniqueWord();
  const file = join(directory, 'people.csv');
  const header = 'Name,Tags,contact_phone,overall_status,Remark\r\n';
  const rows = [
    `Ann,${word};old,0151 1;0151 2,Paused,x`,
    `"Bo, ""the"" elder",${word},,active,`,
    `,${word},0151 3,,`,
    `Cy,${word},,,"two\nlines"`,
    `Di,${word},,no such status,`,
  ];
  await writeFile(file, `\uFEFF${header}${rows.join('\r\n')}\r\n`);
  const options = ['--map', 'Remark=', '--batch', '2'];

  expect(await importCsv(file, ...options, '--dry-run')).toMatchObject({
    code: 0,
    rows: 5,
    done: 5,
    refused: 0,
  });
  expect(await withTag(word)).toEqual([]);

  const refusedFile = `${file}.refused.csv`;
  const expected = { code: 1, rows: 5, done: 3, refused: 2, refusedFile };
  expect(await importCsv(file, ...options)).toEqual(expected);
  expect(await importCsv(file, ...options)).toEqual(expected);
  expect(await withTag(word)).toMatchObject([
    {
      name: 'Ann',
      tags: [word, 'old'],
      contact_phone: [{ value: '0151 1' }, { value: '0151 2' }],
      overall_status: { key: 'paused' },
    },
    { name: 'Bo, "the" elder', overall_status: { key: 'active' } },
    { name: 'Cy' },
  ]);

  const refused = await readFile(refusedFile, 'utf8');
  expect(refused.split('\r\n')).toEqual([
    'Name,Tags,contact_phone,overall_status,Remark,import problem',
    expect.stringMatching(new RegExp(`^,${word},0151 3,,,.*name`)),
    expect.stringMatching(new RegExp(`^Di,${word},,no such status,,.*overall_status`)),
    '',
  ]);
  await writeFile(
    refusedFile,
    refused.replace('no such status', 'active').replace(`,${word},0151 3`, `Ed,${word},`),
  );
  const stale = `${refusedFile}.refused.csv`;
  await writeFile(stale, 'of an earlier import\r\n');
  expect(await importCsv(refusedFile, ...options, '--dry-run')).toMatchObject({ done: 2 });
  expect(existsSync(stale)).toBe(true);
  expect(await importCsv(refusedFile, ...options)).toMatchObject({ code: 0, done: 2, refused: 0 });
  expect(existsSync(stale)).toBe(false);
  expect((await withTag(word)).map(({ name }) => name)).toEqual(expect.arrayContaining(['Di', 'Ed']));
});

test('rows with an ID update records', async () => {
  const word = uniqueWord();
  const { body } = await administrator.post<Found>(contacts, { json: { name: `Fay ${word}` } });
  const file = join(directory, 'changes.csv');
  await writeFile(file, `ID;Tags\n${body.ID};${word}\n99999999;${word}\nFay;${word}\n`);
  expect(await importCsv(file, '--delimiter', ';', '--separator', '|')).toMatchObject({
    code: 1,
    done: 1,
    refused: 2,
  });
  expect((await withTag(word)).map(({ ID }) => ID)).toEqual([body.ID]);
});

test('a file with unknown columns is refused with their titles', async () => {
  const word = uniqueWord();
  const file = join(directory, 'unknown.csv');
  await writeFile(file, `name,Shoe size,tags,Tags\nGil,43,${word},${word}\n`);
  await expect(importCsv(file, '--map', 'Hat=tags')).rejects.toMatchObject({
    stderr: expect.stringMatching(/"Hat"[^]*"Shoe size"[^]*two columns are mapped to tags[^]*--map/),
  });
  expect(await withTag(word)).toEqual([]);
});
