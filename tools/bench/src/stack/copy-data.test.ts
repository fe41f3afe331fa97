import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGuard, type Guard } from '@svc/local-stack';
import { copyData } from './copy-data.ts';

const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const source = join(dir, 'data');
const target = join(dir, 'copy');
const report = () => {};
let guard: Guard;

beforeAll(async () => {
  guard = await startGuard();
});

afterAll(async () => {
  await guard.close();
  rmSync(dir, { recursive: true });
});

test('the copy has the data and keys, and nothing of an earlier copy, the running instance or its logs', async () => {
  mkdirSync(join(source, 'keys'), { recursive: true });
  mkdirSync(join(source, 'logs'));
  mkdirSync(target);
  writeFileSync(join(source, 'keys/admin.json'), 'key');
  writeFileSync(join(source, 'logs/records.log'), 'line');
  writeFileSync(join(source, 'instance.json'), '{}');
  writeFileSync(join(target, 'earlier'), '');
  await copyData(source, target, { guard, report });
  expect(readFileSync(join(target, 'keys/admin.json'), 'utf8')).toBe('key');
  for (const absent of ['earlier', 'logs', 'instance.json', 'lock'])
    expect([absent, existsSync(join(target, absent))]).toEqual([absent, false]);
  expect(existsSync(join(source, 'lock'))).toBe(false);
});
