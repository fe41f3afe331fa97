import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { metricsPage, registeredMetrics } from './metrics-page.ts';

const page = readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8');

test('docs/reference/metrics.md equals the registered metrics: node test/docs/metrics-page.ts > docs/reference/metrics.md', () => {
  expect(page).toBe(metricsPage());
});

test('the name of a metric ends in its unit or _total, as in Prometheus', () => {
  const wrong = [...registeredMetrics().values()].flat().filter(({ name, type }) => {
    if (!name.startsWith('svc_')) return false;
    if (type === 'counter') return !name.endsWith('_total');
    return name.endsWith('_total') || (type === 'histogram' && !name.endsWith('_seconds'));
  });
  expect(wrong).toEqual([]);
});
