import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { compactLogLine, processLog } from './process-log.ts';

test.each([
  ['{"level":40,"msg":"slow"}', 'warning: slow'],
  ['{"level":50,"msg":"failed","err":{"message":"no disk"}}', 'error: failed: no disk'],
  [
    '{"level":40,"err":{"message":"It is not signed.: no key"},"msg":"refused"}',
    'warning: refused: It is not signed: no key',
  ],
  ['{"level":60,"err":{"message":"gone"},"msg":"gone"}', 'error: gone'],
  ['{"level":30,"msg":"fine"}', undefined],
  ['{"level":40', undefined],
  ['Error: not a log line', undefined],
])('%s is shown as %s', (line, shown) => {
  expect(compactLogLine(line)).toBe(shown);
});

test('a log that has grown begins anew, and a few of those before are kept', async () => {
  const dir = temporaryDirectory();
  const stdout = new PassThrough();
  const log = processLog(join(dir, 'records.log'), 'records', () => undefined, 20);
  const isTaken = Promise.withResolvers<void>();
  log.follow({ stdout } as unknown as ChildProcess, (line) => line === 'line 19' && isTaken.resolve());
  for (let line = 0; line < 20; line += 1) stdout.write(`line ${line}\n`);
  stdout.end();
  await Promise.all([finished(stdout), isTaken.promise]);
  log.close();
  const names = ['records.log', 'records.log.1', 'records.log.2', 'records.log.3', 'records.log.4'];
  expect(readdirSync(dir).sort()).toEqual(names);
  expect(readFileSync(join(dir, 'records.log'), 'utf8')).toBe('line 18\nline 19\n');
  expect(readFileSync(join(dir, 'records.log.1'), 'utf8')).toBe('line 15\nline 16\nline 17\n');
});
