import { expect, test } from '@jest/globals';
import type { Task } from 'meilisearch';
import { Registry } from 'prom-client';
import { captureLog } from '@svc/testing';
import { FailedTasks } from './failed-tasks.ts';
import { SearchEngine } from './search-engine.ts';
import { SearchMetrics } from './search-metrics.ts';

/** A look at an engine with a list of failed tasks, and how many of them were counted. */
function look(failed: Pick<Task, 'uid'>[], check: () => Promise<boolean> = async () => true) {
  const engine = new SearchEngine({ url: 'http://127.0.0.1:1', key: '', prefix: 'svc_' });
  Object.defineProperty(engine.client, 'tasks', {
    value: { getTasks: async () => ({ results: failed.toReversed() }) },
  });
  const metrics = new SearchMetrics(new Registry());
  const tasks = new FailedTasks(engine, { log: captureLog().log, metrics }, check);
  return async () => {
    await tasks.look();
    return (await metrics.failedTasks.get()).values[0]?.value;
  };
}

test.each([
  ['after others', [3, 7], [8, 9]],
  ['the first of all', [], [0]],
])('each failed task since the start is reported once: %s', async (_which, before, since) => {
  const failed = before.map((uid) => ({ uid }));
  const counted = look(failed);
  expect(await counted()).toBe(0);
  failed.push(...since.map((uid) => ({ uid })));
  const { length } = since;
  expect([await counted(), await counted()]).toEqual([length, length]);
});

test('a failed task starts a check of the index as soon as one is possible', async () => {
  const failed: { uid: number }[] = [];
  const answers = [false, true];
  const counted = look(failed, async () => answers.shift() === true);
  await counted();
  expect(answers).toHaveLength(2);
  failed.push({ uid: 4 });
  await counted();
  expect(answers).toHaveLength(1);
  await counted();
  expect(answers).toHaveLength(0);
  expect(await counted()).toBe(1);
});
