import { expect, test } from '@jest/globals';
import { median, percentile, summary } from './summary.ts';

/** A round of answers of one kind, with the CPU time that a process took. */
const round = (perSecond: number, times: number[], { failures = {}, cpu = 0 } = {}) => {
  const latencies = Float64Array.from(times);
  return {
    measurement: { perSecond, latencies, byKind: { get: latencies }, failures },
    cpu: { gateway: cpu },
  };
};

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

test('several rounds are one: medians, CPU time for each answer, and every failure', () => {
  const rounds = [
    round(100, [1, 2], { failures: { 503: 2 }, cpu: 4 }),
    round(300, [3, 4], { failures: { 503: 1, timeout: 1 }, cpu: 8 }),
  ];
  expect(summary(rounds)).toEqual({
    perSecond: 200,
    p50: 2,
    p99: 3,
    cpu: { gateway: 3 },
    failures: { 503: 3, timeout: 1 },
  });
});

test('of several kinds each has its times', () => {
  const latencies = Float64Array.of(1, 9);
  const byKind = { get: Float64Array.of(1), list: Float64Array.of(9) };
  const measurement = { perSecond: 2, latencies, byKind, failures: {} };
  expect(summary([{ measurement, cpu: {} }]).kinds).toEqual({
    get: { p50: 1, p99: 1 },
    list: { p50: 9, p99: 9 },
  });
});

test('what never answered has no latency and no cost', () => {
  expect(summary([round(0, [], { failures: { 404: 9 }, cpu: 5 })])).toEqual({
    perSecond: 0,
    p50: undefined,
    p99: undefined,
    cpu: {},
    failures: { 404: 9 },
  });
});
