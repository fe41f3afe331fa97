import { expect, test } from '@jest/globals';
import { sized } from '@svc/testing';
import { readStormConfig } from './storm/config.ts';
import { falsify, undetected } from './storm/falsify.ts';
import { runStorm } from './storm/run-storm.ts';

test('the options of a storm are checked together', () => {
  expect(() => readStormConfig(['--minutes', 'long', '--seed', 'x'])).toThrow(
    /--minutes must be a number, received long\n {2}--seed must be a number/,
  );
});

const minutes = sized(0.5, 2);

test(
  'a storm of kills and freezes breaks no promise, and the checks find writes that are not as they were acknowledged',
  async () => {
    const config = { minutes, seed: 40, writers: 6 };
    const { ledger, faults, broken, found } = await runStorm(config, { falsify });
    expect(broken).toEqual([]);
    expect(faults.length).toBeGreaterThan(3);
    expect(ledger.count).toBeGreaterThan(faults.length);
    expect(undetected(found)).toEqual([]);
  },
  30 * 60_000,
);
