import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { demoPassword } from './demo-password.ts';

let dataDir: string;
let lines: string[];
const report = (line: string) => void lines.push(line);

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-demo-'));
  lines = [];
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test('a password that nobody chose is random, stays with the data, and only the owner may read it', () => {
  const first = demoPassword(dataDir, undefined, report);
  expect(first).toMatch(/^[\w-]{12}$/);
  expect(demoPassword(dataDir, undefined, report)).toBe(first);
  expect(statSync(join(dataDir, 'demo-password')).mode & 0o777).toBe(0o600);
});

test('the password that is set is used', () => {
  expect(demoPassword(dataDir, 'chosen', report)).toBe('chosen');
  expect(demoPassword(dataDir, undefined, report)).toBe('chosen');
});

test('a password that is set later does not change the one the users have, and that is said', () => {
  demoPassword(dataDir, 'first', report);
  expect(demoPassword(dataDir, 'second', report)).toBe('first');
  expect(lines).toEqual([expect.stringContaining('DEMO_PASSWORD is not used')]);
});
