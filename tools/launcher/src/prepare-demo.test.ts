import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { demoPassword } from './prepare-demo.ts';

let dataDir: string;
let lines: string[];
const kept = (wanted?: string) => demoPassword(dataDir, wanted, (line) => lines.push(line));

beforeEach(() => {
  dataDir = temporaryDirectory();
  lines = [];
});

test('a demo password is random by default, and is kept in a file readable by the owner only', () => {
  const first = kept();
  expect(first).toMatchObject({ password: expect.stringMatching(/^[\w-]{12}$/), isKept: false });
  expect(kept()).toMatchObject({ password: first.password, isKept: true });
  expect(statSync(join(dataDir, 'demo-password')).mode & 0o777).toBe(0o600);
});

test('a configured demo password is used, and a later one is ignored with a warning', () => {
  expect(kept('first').password).toBe('first');
  expect(kept().password).toBe('first');
  expect(kept('second').password).toBe('first');
  expect(lines).toEqual([expect.stringContaining('DEMO_PASSWORD is not used')]);
});

test('an unused demo password is discarded, and the next one is used', () => {
  kept('first').forget();
  expect(kept('second')).toMatchObject({ password: 'second', isKept: false });
});
