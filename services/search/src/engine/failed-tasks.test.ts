import { expect, test } from '@jest/globals';
import type { Task } from 'meilisearch';
import { Registry } from 'prom-client';
import { createLogger } from '@svc/service-kit';
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
  const tasks = new FailedTasks(
    engine,
    { log: createLogger({ service: 'search', level: 'silent' }), metrics },
    check,
  );
  return async () => {
    await tasks.look();
    return (await metrics.failedTasks.get()).values[0]?.value;
  };
}

test('each failure since the start is told once', async () => {
  const failed = [{ uid: 3 }, { uid: 7 }];
  const counted = look(failed);
  expect(await counted()).toBe(0);
  failed.push({ uid: 8 }, { uid: 9 });
  expect([await counted(), await counted()]).toEqual([2, 2]);
});

test('after a failure the index is checked, as soon as that is possible', async () => {
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

test('the first failure of all is told', async () => {
  const failed: { uid: number }[] = [];
  const counted = look(failed);
  await counted();
  failed.push({ uid: 0 });
  expect(await counted()).toBe(1);
});
