import { expect, test } from '@jest/globals';
import type { Extension } from '@svc/contracts';
import { captureLog } from '@svc/testing';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import { HookEngine } from './hook-engine.ts';

const hook = 'svc_post_create_fields';

const filtering = (name: string): Extension => ({
  name,
  version: '1.0.0',
  setup: ({ addFilter }) => addFilter(hook, (fields) => fields),
});

test('a hook is used by others if an extension has it that is on and not a part of the program', async () => {
  const off = new Set(['visits']);
  const engine = await HookEngine.setUp(['of the program', 'visits'].map(filtering), {
    log: captureLog().log,
    metrics: new ServiceMetrics('test'),
    caller: { call: () => Promise.reject(new Error('calls nothing')) },
    isOn: (name) => !off.has(name),
    isBuiltIn: (name) => name === 'of the program',
    timeoutMs: 50,
  });
  expect(engine.hasFilters(hook)).toBe(true);
  expect(engine.isUsedByOthers(hook)).toBe(false);
  off.clear();
  expect(engine.isUsedByOthers(hook)).toBe(true);
  expect(engine.isUsedByOthers('svc_post_updated')).toBe(false);
});
