import { expect, test } from '@jest/globals';
import { readStormConfig } from './storm/config.ts';
import { falsify, undetected } from './storm/falsify.ts';
import { runStorm } from './storm/run-storm.ts';

test('the options of a storm are checked together', () => {
  expect(() => readStormConfig(['--minutes', 'long', '--seed', 'x'])).toThrow(
    /--minutes must be a number, received long\n {2}--seed must be a number/,
  );
});

test('the checks find a write that is not as it was acknowledged', async () => {
  const { broken } = await runStorm({ minutes: 0.2, seed: 1, writers: 2 }, { beforeChecks: falsify });
  expect(undetected(broken)).toEqual([]);
});

test(
  'two minutes of kills and freezes break no promise',
  async () => {
    const { ledger, faults, broken } = await runStorm({ minutes: 2, seed: 40, writers: 6 });
    expect(broken).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
    expect(ledger.count).toBeGreaterThan(faults.length);
  },
  30 * 60_000,
);
