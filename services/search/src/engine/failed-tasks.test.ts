import { expect, test } from '@jest/globals';
import type { Task } from 'meilisearch';
import { Registry } from 'prom-client';
import { createLogger } from '@svc/service-kit';
import { FailedTasks } from './failed-tasks.ts';
import { SearchEngine } from './search-engine.ts';
import { SearchMetrics } from './search-metrics.ts';

/** An engine with a list of failed tasks. */
function engineWith(failed: Pick<Task, 'uid'>[]) {
  const engine = new SearchEngine({ url: 'http://127.0.0.1:1', key: '', prefix: 'svc_' });
  Object.defineProperty(engine.client, 'tasks', {
    value: { getTasks: async () => ({ results: failed.toReversed() }) },
  });
  return engine;
}

async function counted({ failedTasks }: SearchMetrics): Promise<number | undefined> {
  return (await failedTasks.get()).values[0]?.value;
}

test('each failure since the start is told once', async () => {
  const failed = [{ uid: 3 }, { uid: 7 }];
  const metrics = new SearchMetrics(new Registry());
  const log = createLogger({ service: 'search', level: 'silent' });
  const tasks = new FailedTasks(engineWith(failed), { log, metrics }, async () => true);
  await tasks.look();
  expect(await counted(metrics)).toBe(0);
  failed.push({ uid: 8 }, { uid: 9 });
  await tasks.look();
  await tasks.look();
  expect(await counted(metrics)).toBe(2);
});

test('after a failure the index is checked, as soon as that is possible', async () => {
  const failed: { uid: number }[] = [];
  const metrics = new SearchMetrics(new Registry());
  const log = createLogger({ service: 'search', level: 'silent' });
  const answers = [false, true];
  const tasks = new FailedTasks(engineWith(failed), { log, metrics }, async () => answers.shift() === true);
  await tasks.look();
  expect(answers).toHaveLength(2);
  failed.push({ uid: 4 });
  await tasks.look();
  expect(answers).toHaveLength(1);
  await tasks.look();
  expect(answers).toHaveLength(0);
  await tasks.look();
  expect(await counted(metrics)).toBe(1);
});

test('the first failure of all is told', async () => {
  const failed: { uid: number }[] = [];
  const metrics = new SearchMetrics(new Registry());
  const log = createLogger({ service: 'search', level: 'silent' });
  const tasks = new FailedTasks(engineWith(failed), { log, metrics }, async () => true);
  await tasks.look();
  failed.push({ uid: 0 });
  await tasks.look();
  expect(await counted(metrics)).toBe(1);
});
