import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { logKeys, logPage, problemsOfLine } from './log-page.ts';
import { loggedKeys } from './logged-keys.ts';

const page = readFileSync(new URL('../../docs/reference/logs.md', import.meta.url), 'utf8');

test('docs/reference/logs.md is generated: node test/docs/log-page.ts > docs/reference/logs.md', () => {
  expect(page).toBe(logPage());
});

test('each key that the sources write into logs is documented', () => {
  const missing = [...loggedKeys()].filter(([key]) => !Object.hasOwn(logKeys, key));
  expect(missing).toEqual([]);
});

const line = { level: 30, time: '2026-01-31T12:00:00.000Z', service: 'users', pid: 7, msg: 'ready' };

test.each([
  [{}, 0],
  [{ extension: 'trainings', anything: 1 }, 0],
  [{ anything: 1 }, 1],
  [{ ms: '5' }, 1],
  [{ msg: 'Ready' }, 1],
])('a line with %j has %i problems', (more, count) => {
  expect(problemsOfLine(JSON.stringify({ ...line, ...more }))).toHaveLength(count);
});
