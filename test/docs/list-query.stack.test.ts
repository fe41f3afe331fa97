import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { listLimits, maxCommentedRecords } from '@svc/contracts';
import { api, type Api } from '../support/http.ts';
import { type World, worldInCommon } from '../support/world.ts';

const docs = new URL('../../docs/', import.meta.url);
const page = await readFile(new URL('reference/list-query.md', docs), 'utf8');
const numbers = await readFile(new URL('guides/numbers.md', docs), 'utf8');
const examples = [...`${page}${numbers}`.matchAll(/^```http\n(.+?)\n```$/gms)].map(
  ([, example = '']) => example,
);

const isJson = { 'content-type': 'application/json' };
let world: World;
let http: Api;

beforeAll(async () => {
  world = await worldInCommon();
  const { token } = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  http = api(world, token);
});

test.each(examples)('the example gets the documented answer:\n%s', async (example) => {
  const [first = '', ...rest] = example.split('\n');
  const [method = '', path = ''] = first.split(' /');
  const [, status, code] = /^→ (\d+) (\w+)$/.exec(rest.at(-1) ?? '') ?? [];
  const raw = rest.filter((line) => !line.startsWith('→')).join('\n');
  const sending = method === 'POST' ? { raw, headers: isJson } : {};
  const answer = await http.request(method, encodeURI(path), sending);
  expect(answer.status).toBe(Number(status ?? 200));
  expect(answer.body).toMatchObject(
    code === undefined
      ? { [path.endsWith('/aggregate') ? 'groups' : 'posts']: expect.any(Array), total: expect.any(Number) }
      : { code },
  );
});

test.each([
  ['records of a page', listLimits.maximum],
  ['levels of `fields`', listLimits.depth],
  ['filters of a query', listLimits.conditions],
  ['operands of a filter, entries of an array', listLimits.operands],
  ['characters of `text`, and of a text that is looked for', listLimits.text],
  ['records that a text in comments may find', maxCommentedRecords],
])('the page has the limit of %s', (what, limit) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${what} |`));
  expect(row?.split('|')[2]?.trim().replace(',', '')).toBe(String(limit));
});
