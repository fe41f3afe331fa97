import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { LeftOutReport } from './left-out.ts';

const directory = temporaryDirectory();

const user = { what: 'users/1', part: 'roles', reason: 'There is no role poet.' };
const value = (id: number) => ({
  what: `contacts/${id}`,
  part: 'x',
  reason: 'The post type has no such field.',
});

test('a resumed report keeps its complete entries and repeats none', async () => {
  const file = join(directory, 'cut-off.jsonl');
  const first = await LeftOutReport.open(file, { keep: 0 });
  await first.add(user, value(1), value(1));
  const keep = first.length;
  await first.add(value(2));
  const second = await LeftOutReport.open(file, { keep });
  await second.add(user);
  await second.add(value(2), value(3));
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([user, value(1), value(2), value(3)]);
  expect(second.summary()).toMatch(/3 +contacts +x +The post type has no such field\./);
});

test('reasons beyond the limit are counted together', async () => {
  const report = await LeftOutReport.open(join(directory, 'many.jsonl'), { keep: 0 });
  const entries = Array.from({ length: 300 }, (_each, number) => ({ what: 'x/1', reason: `Of ${number}` }));
  await report.add(...entries);
  expect(report.summary()).toMatch(/^100 +Other reasons$/m);
});

test('left-out rows of history count as one reason, whatever their number', async () => {
  const report = await LeftOutReport.open(join(directory, 'history.jsonl'), { keep: 0 });
  const reason = 'This number of rows refers to records that were not imported.';
  for (const rows of [1, 2, 3])
    await report.add({ what: `contacts/${rows}`, part: `history/${rows}`, reason });
  expect(report.summary()).toMatch(/^3 +contacts +history +This number of rows .*$/m);
});
