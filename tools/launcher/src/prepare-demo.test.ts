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

test('a password that nobody chose is random, stays with the data, and only the owner may read it', () => {
  const first = kept();
  expect(first).toMatchObject({ password: expect.stringMatching(/^[\w-]{12}$/), isKept: false });
  expect(kept()).toMatchObject({ password: first.password, isKept: true });
  expect(statSync(join(dataDir, 'demo-password')).mode & 0o777).toBe(0o600);
});

test('the password that is set is used; one that is set later does not change the one the users have, and that is said', () => {
  expect(kept('first').password).toBe('first');
  expect(kept().password).toBe('first');
  expect(kept('second').password).toBe('first');
  expect(lines).toEqual([expect.stringContaining('DEMO_PASSWORD is not used')]);
});

test('a password that nobody got is forgotten', () => {
  kept('first').forget();
  expect(kept('second')).toMatchObject({ password: 'second', isKept: false });
});
