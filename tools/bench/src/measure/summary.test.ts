import { expect, test } from '@jest/globals';
import { median, percentile, summary } from './summary.ts';

const measurement = (perSecond: number, latencies: number[], failures = {}) => ({
  perSecond,
  latencies: Float64Array.from(latencies),
  failures,
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[], undefined],
])('the median of %j is %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('half of the answers come within p50, and nearly all within p99', () => {
  const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99)]).toEqual([50, 99]);
  expect(percentile(Float64Array.of(7), 0.99)).toBe(7);
});

test('several measurements are one: medians, and every failure', () => {
  const rounds = [measurement(100, [1, 2], { 503: 2 }), measurement(300, [3, 4], { 503: 1, timeout: 1 })];
  expect(summary(rounds)).toEqual({ perSecond: 200, p50: 2, p99: 3, failures: { 503: 3, timeout: 1 } });
});

test('what never answered has no latency', () => {
  expect(summary([measurement(0, [], { 404: 9 })])).toEqual({
    ...{ perSecond: 0, p50: undefined, p99: undefined },
    failures: { 404: 9 },
  });
});
