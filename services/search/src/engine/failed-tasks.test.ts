import { expect, test } from '@jest/globals';
import type { Task } from 'meilisearch';
import { Registry } from 'prom-client';
import { captureLog } from '@svc/testing';
import { FailedTasks } from './failed-tasks.ts';
import { SearchEngine } from './search-engine.ts';
import { SearchMetrics } from './search-metrics.ts';

/** A look at an engine with a list of failed tasks, and how many of them were counted. */
function look(
  failed: Pick<Task, 'uid' | 'finishedAt'>[],
  begin: () => Promise<boolean> = async () => true,
  lastBegunAt?: Date,
) {
  const engine = new SearchEngine({ url: 'http://127.0.0.1:1', key: '', prefix: 'svc_' });
  Object.defineProperty(engine.client, 'tasks', {
    value: { getTasks: async () => ({ results: failed.toReversed() }) },
  });
  const metrics = new SearchMetrics(new Registry());
  const tasks = new FailedTasks(
    engine,
    { log: captureLog().log, metrics },
    { begin, lastBegunAt: async () => lastBegunAt },
  );
  return async () => {
    await tasks.look();
    return (await metrics.failedTasks.get()).values[0]?.value;
  };
}

const checkedAt = new Date('2026-11-03T12:00:00Z');
const finishedAt = (minute: number) => `2026-11-03T12:${String(minute).padStart(2, '0')}:00Z`;
const earlier = '2026-11-03T11:59:00Z';

test.each([
  ['after others', [3, 7], [8, 9]],
  ['the first of all', [], [0]],
])('each failed task since the start is reported once: %s', async (_which, before, since) => {
  const failed = before.map((uid) => ({ uid, finishedAt: earlier }));
  const counted = look(failed, undefined, checkedAt);
  expect(await counted()).toBe(0);
  failed.push(...since.map((uid) => ({ uid, finishedAt: finishedAt(uid) })));
  const { length } = since;
  expect([await counted(), await counted()]).toEqual([length, length]);
});

test('tasks that failed before the start, and after the last check, start a check', async () => {
  const failed = [
    { uid: 3, finishedAt: earlier },
    { uid: 7, finishedAt: finishedAt(1) },
  ];
  let checks = 0;
  const begin = async () => {
    checks += 1;
    return true;
  };
  expect(await look(failed, begin, checkedAt)()).toBe(1);
  expect(await look(failed, begin)()).toBe(2);
  expect(checks).toBe(2);
});

test('a failed task starts a check of the index as soon as one is possible', async () => {
  const failed: Pick<Task, 'uid' | 'finishedAt'>[] = [];
  const answers = [false, true];
  const counted = look(failed, async () => answers.shift() === true);
  await counted();
  expect(answers).toHaveLength(2);
  failed.push({ uid: 4, finishedAt: finishedAt(4) });
  await counted();
  expect(answers).toHaveLength(1);
  await counted();
  expect(answers).toHaveLength(0);
  expect(await counted()).toBe(1);
});
