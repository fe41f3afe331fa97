import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sized, temporaryDirectory } from '@svc/testing';
import type { Ask } from '../services.ts';
import { ProgressReport } from '../progress.ts';
import { HeardProgress } from '../testing/heard-progress.ts';
import { pageOf, serveSource, type ServedSource } from '../testing/serve-source.ts';
import { moveIn } from './move-in.ts';

const records = sized(1_000, 2_000);
/** Of a field that has no place here: each record has a long line in the report. */
const strange = 'strange '.repeat(400);

let source: ServedSource;
/** The same without what an import reads after the users. */
let endingEarly: ServedSource;
const directory = temporaryDirectory();

beforeAll(async () => {
  const items = Array.from({ length: records }, (_item, index) => ({
    ID: index + 1,
    name: `Contact ${index}`,
  }));
  const fields = {
    name: { name: 'Name', type: 'text' },
    x_strange: { name: 'Strange', type: strange },
    x_text: { name: 'Text', type: 'textarea' },
  };
  const type = { label_singular: 'Contact', label_plural: 'Contacts', fields };
  const answer = (path: string, query: URLSearchParams): unknown => {
    if (path === 'dt-core/v1/settings') return { post_types: { contacts: type } };
    if (path === 'user-management/v1/get_users') return { 1: { ID: 1, display_name: 'Ada' } };
    if (path === 'user-management/v1/user') return { user_email: 'ada@example.test' };
    if (path === 'dt/v1/user/my') return { ID: 1 };
    if (path === 'dt/v1/users/get_filters') return { filters: [] };
    if (path === 'dt-posts/v2/contacts') return pageOf(items, query);
    const [, id = '', part] = /^dt-posts\/v2\/contacts\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (part === 'comments') return { comments: [], total: 0 };
    if (part !== undefined) return [];
    return { ...items[Number(id) - 1], x_text: 'text '.repeat(400), x_strange: 'x' };
  };
  source = await serveSource(answer);
  endingEarly = await serveSource((path, query) =>
    path === 'dt/v1/user/my' ? undefined : answer(path, query),
  );
});

afterAll(() => {
  for (const each of [source, endingEarly]) each.close();
});

const importFrom = ({ url }: ServedSource, progress: ProgressReport) => {
  const account = { url, username: 'ada', password: 'x' };
  const options = { account, directory, concurrency: 4, skipMissing: true, isDryRun: false };
  return moveIn(ask, progress, options);
};

/** What the services answer where everything goes well. */
const ask = (async ({ name }: { name: string }, input: Record<string, unknown[]>) => {
  const of = (list = 'records') => (input[list] ?? []) as { source_id: number }[];
  const made = (list?: string) =>
    of(list).map(({ source_id: id }) => ({ source_id: id, id, outcome: 'created', problems: [] }));
  const answers: Record<string, unknown> = {
    'records.core_settings': {
      post_types: { contacts: { fields: { name: {}, x_text: {}, x_strange: {} } } },
    },
    'users.roles': { roles: [] },
    'users.import_users': { users: made('users') },
    'records.import_records': { records: made() },
  };
  return answers[name];
}) as unknown as Ask;

test('the memory of an import does not grow with records and left-out items', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const seen: number[] = [];
  const progress = new HeardProgress(() => void seen.push(held()));
  const { done } = await importFrom(source, progress);
  expect(done).toMatchObject({ 'contacts created': records });
  const lines = (await readFile(join(directory, 'left-out.jsonl'), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(records);
  // After a quarter all that is made once is there.
  const early = seen[Math.floor(seen.length / 4)] ?? 0;
  const late = seen.at(-1) ?? Infinity;
  expect(late - early).toBeLessThan(2);
});

test('the bar of a failed import is cleared before the error', async () => {
  const written: string[] = [];
  const stderr = { isTTY: true, write: (text: string) => written.push(text) };
  await expect(importFrom(endingEarly, new ProgressReport({ stderr } as never))).rejects.toThrow('none');
  expect(written).toEqual([expect.stringContaining('1 of 1 users'), '\r\u001B[K']);
});
