import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { ProgressReport } from '../progress.ts';
import type { Ask } from '../services.ts';
import { serveSource, type ServedSource } from '../testing/serve-source.ts';
import { moveIn } from './move-in.ts';

let source: ServedSource;
const directory = temporaryDirectory();

beforeAll(async () => {
  const answers: Record<string, unknown> = {
    'dt-core/v1/settings': { post_types: {} },
    'user-management/v1/get_users': { 1: { ID: 1, display_name: 'Ada' } },
    'user-management/v1/user': { user_email: 'ada@example.test' },
  };
  source = await serveSource((path) => answers[path]);
});

afterAll(async () => {
  source.close();
});

const ask = (async ({ name }: { name: string }) => {
  const answers: Record<string, unknown> = {
    'records.core_settings': { post_types: {} },
    'users.roles': { roles: [] },
    'users.import_users': { users: [{ source_id: 1, id: 1, outcome: 'created' }] },
  };
  return answers[name];
}) as unknown as Ask;

test('where an import ends early, its bar does not stay before what is said of that', async () => {
  const written: string[] = [];
  const stderr = { isTTY: true, write: (text: string) => written.push(text) };
  const progress = new ProgressReport({ stderr } as never);
  const account = { url: source.url, username: 'ada', password: 'x' };
  const options = { account, directory, concurrency: 1, skipMissing: true, isDryRun: false };
  await expect(moveIn(ask, progress, options)).rejects.toThrow('none');
  expect(written).toEqual([expect.stringContaining('1 of 1 users'), '\r\u001B[K']);
});
