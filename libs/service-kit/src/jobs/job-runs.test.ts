import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { captureLog } from '@svc/testing';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import { spans, type Span } from '../tracing/span.ts';
import { measured, tracedJob } from './job-runs.ts';
import { ScheduledTask } from './scheduler.ts';

let metrics: ServiceMetrics;
let endCounting: () => void;

beforeEach(() => {
  metrics = new ServiceMetrics('records');
  endCounting = metrics.countJobs();
});

afterEach(() => endCounting());

/** The number of runs by job and outcome. */
async function runs(): Promise<Record<string, number>> {
  const { values } = await metrics.jobDuration.get();
  const counts = values.filter(({ metricName }) => metricName === 'svc_job_duration_seconds_count');
  return Object.fromEntries(counts.map(({ labels, value }) => [`${labels.job} ${labels.outcome}`, value]));
}

test('runs of a job are counted by their outcome, until counting ends', async () => {
  expect(await measured('check', async () => 'result')).toBe('result');
  await expect(measured('check', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await runs()).toEqual({ 'check ok': 1, 'check failed': 1 });
  endCounting();
  await measured('check', async () => undefined);
  expect(await runs()).toEqual({ 'check ok': 1, 'check failed': 1 });
});

test('a scheduled task with a name is measured, and one without is not', async () => {
  const run = async (name?: string) => {
    const ran = Promise.withResolvers<void>();
    const task = new ScheduledTask({
      run: async () => ran.resolve(),
      everyMs: 1_000_000,
      failure: 'no',
      log: captureLog().log,
      ...(name !== undefined && { name }),
    }).start();
    await ran.promise;
    await task.stop();
  };
  await run();
  expect(await runs()).toEqual({});
  await run('look');
  expect(await runs()).toEqual({ 'look ok': 1 });
});

test('a long job has a span that begins a trace', async () => {
  const begun: Span[] = [];
  const subscriber = { start: (span: object) => void begun.push(span as Span) };
  spans.subscribe(subscriber as Parameters<typeof spans.subscribe>[0]);
  await tracedJob('rebuild the index', async () => undefined);
  spans.unsubscribe(subscriber as Parameters<typeof spans.unsubscribe>[0]);
  expect(begun).toMatchObject([
    { name: 'job rebuild the index', isRoot: true, attributes: { 'svc.job': 'rebuild the index' } },
  ]);
  expect(await runs()).toEqual({ 'rebuild the index ok': 1 });
});
