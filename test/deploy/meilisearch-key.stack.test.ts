import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { throwAwayStack, type ThrowAwayStack } from '@svc/testing';

const script = fileURLToPath(
  new URL('../../deploy/k8s/overlays/single-node/meilisearch-setup.sh', import.meta.url),
);

let stack: ThrowAwayStack;
let key: string;

beforeAll(async () => {
  stack = await throwAwayStack({ isAlone: true });
});

afterAll(() => stack?.stop());

const run = (env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)('sh', [script, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });

const setUp = (changes: Record<string, string> = {}) =>
  run({ MEILI_URL: stack.meiliUrl, MEILI_MASTER_KEY: stack.meiliKey, MEILI_KEY: key, ...changes });

const ask = (method: string, path: string, json?: object) =>
  fetch(`${stack.meiliUrl}/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });

test('the key is known before Meilisearch has it, and is created once', async () => {
  key = (await run({ MEILI_MASTER_KEY: stack.meiliKey }, '--print')).stdout.trim();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect((await ask('GET', 'version')).status).toBe(403);
  expect((await setUp()).stdout).toBe('Created the key of search.\n');
  expect((await setUp()).stdout).toBe('The key of search exists.\n');
});

test('the key has the rights that search needs on its own indexes, and no others', async () => {
  const permitted = [
    await ask('POST', 'indexes', { uid: 'svc_tried' }),
    await ask('GET', 'indexes/svc_tried/settings'),
    await ask('GET', 'tasks'),
    await ask('GET', 'stats'),
    await ask('GET', 'version'),
  ];
  for (const { status } of permitted) expect(status).not.toBe(403);
  const refused = [
    await ask('POST', 'indexes', { uid: 'other' }),
    await ask('GET', 'keys'),
    await ask('POST', 'dumps'),
    await ask('POST', 'snapshots'),
    await ask('DELETE', 'tasks?statuses=succeeded'),
    await ask('PATCH', 'experimental-features', {}),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
});

test.each([
  ['MEILI_KEY is not the key of search', { MEILI_KEY: 'f'.repeat(64) }],
  ['Meilisearch rejects MEILI_MASTER_KEY', { MEILI_MASTER_KEY: 'f'.repeat(64) }],
])('the set-up fails with the cause: %s', async (message, changes) => {
  await expect(setUp(changes)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
});
