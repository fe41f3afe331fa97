import { expect, test } from '@jest/globals';
import { readStormConfig } from './storm/config.ts';
import type { Ledger } from './storm/ledger.ts';
import { runStorm } from './storm/run-storm.ts';

test('the options of a storm are checked together', () => {
  expect(() => readStormConfig(['--minutes', 'long', '--seed', 'x'])).toThrow(
    /--minutes must be a number, received long\n {2}--seed must be a number/,
  );
});

test('the checks find a write that is not as it was acknowledged', async () => {
  const beforeChecks = ({ contacts }: Ledger) => {
    const alive = contacts.filter(({ isDeleted }) => !isDeleted);
    alive[0]?.nicknames.push('lost');
    alive[1]?.comments.push('lost');
    alive[2]?.connected.add(1);
    alive[2]?.mentions.push('lost');
    for (const contact of alive.slice(3, 4)) {
      contact.isShared = !contact.isShared;
      contact.shares.added += 1;
    }
    for (const contact of alive.slice(4, 5)) contact.isDeleted = true;
    // As if a write had been carried out a second time.
    const [twice] = alive.slice(5, 6);
    if (twice) contacts.splice(contacts.indexOf(twice), 1);
  };
  const { broken } = await runStorm({ minutes: 0.2, seed: 1, writers: 2 }, { beforeChecks });
  const all = broken.join('\n');
  for (const problem of [
    'nickname: ',
    'history of the nickname: ',
    'comments: ',
    'connections: ',
    'notifications of lost: 0 instead of 1',
    'shares in the history: ',
    'status for the guest: ',
    'status of a deleted contact: 200 instead of 403',
    'more in the list: ',
  ])
    expect(all).toContain(problem);
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
