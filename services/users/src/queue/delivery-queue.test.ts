import { beforeAll, expect, test } from '@jest/globals';
import { mailHarnessOfSuite, type SendingInstance } from '../testing/mail-harness.ts';

const minute = 60_000;

const harness = mailHarnessOfSuite();
let one: SendingInstance;

beforeAll(async () => {
  one = await harness.start({ SMTP_URL: 'smtp://nobody.test' });
  // The tests take what waits, nobody else does.
  await one.deliveries.stop();
});

test('a mail to reset a password is sent before all due notifications', async () => {
  const user = await harness.user(one);
  await harness.notify(one, user, {});
  harness.pass(minute);
  await harness.write(one, [one.mail.passwordReset(user, undefined)]);
  const { queue } = one.mail;
  const taken = [...(await queue.take(1)), ...(await queue.take(5))];
  expect(taken.map(({ piece }) => piece.kind)).toEqual(['password_reset', 'notifications']);
  for (const each of taken) await queue.settle(each, { state: 'sent' });
});

test('a mail fails after ten claims that were never completed', async () => {
  const user = await harness.user(one);
  await harness.notify(one, user, {});
  harness.pass(minute);
  const { queue } = one.mail;
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    expect(await queue.endLost()).toBeUndefined();
    expect(await queue.take(1)).toMatchObject([{ piece: { userId: user }, attempts }]);
    harness.pass(6 * minute);
  }
  expect(await queue.endLost()).toMatchObject({ piece: { userId: user, state: 'failed', claim: null } });
  expect(await queue.take(1)).toEqual([]);
});

test('mails of many users are taken in turns, so that one user with many delays nobody', async () => {
  const [busy = 0, other = 0] = await harness.users(one, 2);
  for (const commitId of ['1', '2', '3']) await harness.notify(one, busy, { commitId });
  await harness.notify(one, other, {});
  harness.pass(minute);
  const taken = await one.mail.queue.take(3);
  expect(taken.map(({ piece }) => piece.userId)).toEqual([busy, other, busy]);
  const rest = await one.mail.queue.take(3);
  for (const each of [...taken, ...rest]) await one.mail.queue.settle(each, { state: 'sent' });
});

test('a waiting mail can be cancelled, also while an instance composes it', async () => {
  const user = await harness.user(one);
  await harness.notify(one, user, {});
  harness.pass(minute);
  const { queue } = one.mail;
  const [held] = await queue.take(1);
  if (!held) throw new Error('there is nothing to take');
  expect(await queue.cancelDelivery(held.piece._id, 'not wanted')).toBe(true);
  expect(await queue.begin(held, null)).toBe(false);
  expect(await harness.mailsOf(one, user)).toMatchObject([{ state: 'dropped', reason: 'not wanted' }]);
  expect(await queue.cancelDelivery(held.piece._id, 'again')).toBe(false);
});
