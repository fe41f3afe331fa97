import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MailHarness, type SendingInstance } from '../testing/mail-harness.ts';

const minute = 60_000;

let harness: MailHarness;
let one: SendingInstance;

beforeAll(async () => {
  harness = await MailHarness.open();
  one = await harness.start();
  // The tests take what waits, nobody else does.
  await one.deliveries.stop();
});

afterAll(async () => harness.close());

test('who waits for a mail to set a new password gets it before all that is due', async () => {
  const user = await harness.user(one);
  await harness.notify(one, user, {});
  harness.pass(minute);
  await harness.write(one, [one.mail.passwordReset(user, undefined)]);
  const { queue } = one.mail;
  const taken = [await queue.take(), await queue.take()];
  expect(taken.map((each) => each?.kind)).toEqual(['password_reset', 'notifications']);
  for (const each of taken) if (each) await queue.settle(each, { state: 'sent' });
});

test('a mail whose making ends whoever takes it is given up after some time', async () => {
  const user = await harness.user(one);
  await harness.notify(one, user, {});
  harness.pass(minute);
  const { queue } = one.mail;
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    expect(await queue.takeLost('waiting')).toBeNull();
    expect(await queue.take()).toMatchObject({ userId: user, attempts });
    harness.pass(6 * minute);
  }
  expect(await queue.takeLost('waiting')).toMatchObject({ userId: user, state: 'failed', claim: null });
  expect(await queue.take()).toBeUndefined();
});
