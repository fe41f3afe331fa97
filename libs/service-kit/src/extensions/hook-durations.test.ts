import { expect, test } from '@jest/globals';
import type { Extension, ExtensionSetup } from '@svc/contracts';
import { captureLog, userActor } from '@svc/testing';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import { HookEngine } from './hook-engine.ts';

const extension = (name: string, setup: (setup: ExtensionSetup) => void): Extension => ({
  name,
  version: '1.0.0',
  setup,
});
const mona = { actor: userActor(3, 'Mona') };

test('hooks are measured by extension, hook and outcome', async () => {
  const metrics = new ServiceMetrics('records');
  const extensions = [
    extension('one', ({ addFilter }) => addFilter('svc_post_create_fields', (fields) => fields)),
    extension('two', ({ addFilter }) =>
      addFilter('svc_post_create_fields', () => {
        throw new TypeError('a defect');
      }),
    ),
    extension('three', ({ addAction }) => addAction('svc_post_created', () => new Promise(() => {}))),
  ];
  const engine = await HookEngine.setUp(extensions, {
    log: captureLog().log,
    metrics,
    caller: { call: () => Promise.reject(new Error('nothing is called')) },
    timeoutMs: 50,
  });
  const written = engine.filterWrite('svc_post_create_fields', mona, { name: 'a' }, 'contacts');
  await expect(written).rejects.toThrow('failed in svc_post_create_fields');
  await engine.act('svc_post_created', mona, 'contacts', 1, {});
  const { values } = await metrics.hookDuration.get();
  const counts = values.filter(({ metricName }) => metricName === 'svc_hook_duration_seconds_count');
  expect(counts.map(({ labels, value }) => [labels.extension, labels.hook, labels.outcome, value])).toEqual([
    ['one', 'svc_post_create_fields', 'ok', 1],
    ['two', 'svc_post_create_fields', 'failed', 1],
    ['three', 'svc_post_created', 'timeout', 1],
  ]);
});
