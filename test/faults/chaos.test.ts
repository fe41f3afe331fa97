import { expect, test } from '@jest/globals';
import { readChaosConfig } from './chaos/config.ts';
import { formatChaos } from './chaos/format-chaos.ts';
import { Pace } from './chaos/pace.ts';
import { shares, Tally } from './chaos/tally.ts';
import { Ledger } from './storm/ledger.ts';

test('the options of a chaos run are checked together', () => {
  expect(() => readChaosConfig(['--minutes', 'long', '--reads', 'x'])).toThrow(
    /--minutes must be a number, received long\n {2}--reads must be a number/,
  );
  expect(readChaosConfig(['--only', 'nats,mongod']).only).toEqual(['nats', 'mongod']);
  expect(readChaosConfig([]).only).toEqual([]);
});

/** An experiment of ten seconds with a gap of four, in which one of three reads is repeated in vain. */
function tallyOfThree(): Tally {
  const tally = new Tally('kill a server', 1_000);
  tally.noteAnswer(2_000);
  tally.noteOutcome(true, 50);
  tally.noteFailure('get: ECONNREFUSED');
  tally.noteOutcome(true, 4_000);
  tally.noteAnswer(6_000);
  tally.noteFailure('get: ECONNREFUSED');
  tally.end(9_000);
  // The last outcome comes when the experiment is over.
  tally.noteOutcome(false, 15_000);
  return tally;
}

test('a read counts once, with its repeat, and a gap lasts from one answer to the next', () => {
  const tally = tallyOfThree();
  const { reads, answered, failedOnce, failed, longestGapMs, slowestMs } = tally;
  expect({ reads, answered, failedOnce, failed, longestGapMs, slowestMs }).toEqual({
    reads: 3,
    answered: 2,
    failedOnce: 2,
    failed: 1,
    longestGapMs: 4_000,
    slowestMs: 4_000,
  });
  expect([...tally.reasons]).toEqual([['get: ECONNREFUSED', 2]]);
});

test('an experiment without any answer has a gap of its whole time', () => {
  const tally = new Tally('kill everything', 1_000);
  tally.end(11_000);
  expect(tally.longestGapMs).toBe(10_000);
});

test('the shares are those of all reads of all experiments', () => {
  const quiet = new Tally('no fault', 0);
  for (let count = 0; count < 7; count += 1) quiet.noteOutcome(true, 10);
  expect(shares([quiet, tallyOfThree()])).toEqual({ answered: 0.9, answeredAtOnce: 0.8 });
});

test('a pause waits for the write under way and holds back the next one', async () => {
  const pace = new Pace({ writers: 1, perSecond: 1_000, seed: 1 });
  const events: string[] = [];
  await pace.turn();
  const paused = pace.pause().then(() => void events.push('paused'));
  events.push('written');
  const next = pace.turn().then(() => void events.push('next'));
  await paused;
  pace.resume();
  await next;
  expect(events).toEqual(['written', 'paused', 'next']);
});

test('a writer that has ended does not hold up a pause', async () => {
  const pace = new Pace({ writers: 2, perSecond: 1_000, seed: 1 });
  await pace.turn();
  const paused = pace.pause();
  pace.leave();
  void pace.turn();
  await paused;
  pace.resume();
});

test('the report has a row for each experiment, the shares of answered reads and the broken promises', () => {
  const row = {
    tally: tallyOfThree(),
    milliseconds: 8_000,
    remark: 'leader',
    writes: 2,
    recoveredMs: 100,
    settledMs: 200,
    broken: 1,
  };
  const text = formatChaos({
    rows: [row],
    skipped: ['fill a disk'],
    ledger: new Ledger(),
    checks: { contacts: 1, notified: 2, indexed: 3 },
    deadLetters: ['2 × search_records, record.updated: the engine is away'],
    findings: [{ severity: 'note', what: 'no backup is configured' }],
    broken: ['a contact is missing'],
    undetected: [],
  });
  expect(text).toMatch(/kill a server +8\.0 +2 +2 +1 +4\.0 +4\.0 +2 +0\.1 +0\.2 +1 broken +leader/);
  expect(text).toContain('66.667 % answered, 33.333 % at the first gateway');
  expect(text).toContain('kill a server: 2 × get: ECONNREFUSED');
  expect(text).toContain('needs root: fill a disk');
  expect(text).toContain('dead letters: 2 × search_records, record.updated: the engine is away');
  expect(text).toContain('Findings of doctor afterwards: note: no backup is configured');
  expect(text).toContain('1 broken promises:\na contact is missing');
});
