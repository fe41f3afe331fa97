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
  expect(taken.map(({ kind }) => kind)).toEqual(['password_reset', 'notifications']);
  for (const each of taken) await queue.settle(each, { state: 'sent' });
});

test('a mail fails after ten claims that were never completed', async () => {
  const user = await harness.user(one);
  await harness.notify(one, user, {});
  harness.pass(minute);
  const { queue } = one.mail;
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    expect(await queue.takeLost('waiting')).toBeNull();
    expect(await queue.take(1)).toMatchObject([{ userId: user, attempts }]);
    harness.pass(6 * minute);
  }
  expect(await queue.takeLost('waiting')).toMatchObject({ userId: user, state: 'failed', claim: null });
  expect(await queue.take(1)).toEqual([]);
});

test('a claimed mail that is given back is due again without an attempt', async () => {
  const users = await harness.users(one, 2);
  for (const user of users) await harness.notify(one, user, {});
  harness.pass(minute);
  const { queue } = one.mail;
  const taken = await queue.take(10);
  await queue.giveBack(taken);
  const again = await queue.take(10);
  expect(again.map(({ userId, attempts }) => [userId, attempts])).toEqual(users.map((user) => [user, 1]));
  await queue.settleAll(again.map((each) => ({ taken: each, outcome: { state: 'kept' }, content: null })));
});

test('of mails settled together, one with a new notification waits again', async () => {
  const users = await harness.users(one, 2);
  for (const user of users) await harness.notify(one, user, { commitId: 'together' });
  harness.pass(minute);
  const { queue } = one.mail;
  const taken = await queue.take(10);
  await harness.notify(one, users[1] ?? 0, { commitId: 'together' });
  const kept = { outcome: { state: 'kept' }, content: null } as const;
  const states = await queue.settleAll(taken.map((each) => ({ taken: each, ...kept })));
  expect([...states]).toEqual([[`${users[0]}.commit.together`, 'kept']]);
  const [left] = await queue.take(10);
  expect(left).toMatchObject({ userId: users[1], attempts: 1 });
  expect(left?.notifications).toHaveLength(2);
});
