import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { mailHarnessOfSuite, type SendingInstance } from '../testing/mail-harness.ts';
import { WebhookStand } from '../testing/webhook-stand.ts';

const secret = 'a-secret-of-both-ends';
const minute = 60_000;
const devices = [
  { device_id: 'phone', token: 'token-of-phone' },
  { device_id: 'tablet', token: 'token-of-tablet' },
];

const harness = mailHarnessOfSuite();
const webhook = new WebhookStand();
let one: SendingInstance;

beforeAll(() => webhook.start());

afterAll(() => webhook.stop());

beforeEach(async () => {
  webhook.received.length = 0;
  webhook.answer = { status: 200 };
  one = await harness.start({ PUSH_WEBHOOK_URL: `${webhook.url}/push`, PUSH_WEBHOOK_SECRET: secret });
});

afterEach(async () => one.deliveries.stop());

const channels = ['push_notifications'] as const;

/** What is stored of the pushes to a user. */
async function pushesOf(userId: number) {
  return one.store.connection
    .collection<{ _id: string; userId: number; state: string; attempts: number; reason: string }>('pushes')
    .find({ userId })
    .toArray();
}

test('a notification is sent to the devices of the user through the signed webhook', async () => {
  const user = await harness.user(one, { settings: { pushDevices: devices } });
  const [id] = await harness.notify(one, user, { channels });
  await until(() => expect(webhook.received).toHaveLength(1));
  const [push] = webhook.received;
  expect(JSON.parse(push?.body ?? '')).toEqual({
    id: `${user}.notification.${id}`,
    devices,
    title: 'Amina Example',
    text: 'Mona Multiplier commented on Amina Example saying: \r\n\r\n Met today.',
    link: 'https://ref.test/contacts/89',
  });
  const hmac = createHmac('sha256', secret).update(push?.body ?? '');
  expect(push?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-svc-signature': `sha256=${hmac.digest('hex')}`,
  });
  await until(async () => expect(await pushesOf(user)).toMatchObject([{ state: 'sent' }]));
  expect(JSON.stringify(await pushesOf(user))).not.toMatch(/token-of|Amina|Met today/);
});

test.each([
  ['a notification of a user without a device', [], { channels }],
  ['a notification for the web only', devices, { channels: ['web'] as const }],
])('%s is not pushed', async (_what, pushDevices, told) => {
  const user = await harness.user(one, { settings: { pushDevices } });
  const other = await harness.user(one, { settings: { pushDevices: devices } });
  await harness.notify(one, user, told);
  await harness.notify(one, other, { channels });
  await until(async () => expect(await pushesOf(other)).toMatchObject([{ state: 'sent' }]));
  expect(webhook.received).toHaveLength(1);
});

test.each([
  ['is busy', { status: 503 }, 'the webhook answered 503'],
  ['limits the rate', { status: 429 }, 'the webhook answered 429'],
  ['redirects', { status: 307, headers: { location: '/elsewhere' } }, 'the webhook answered 307'],
  ['closes the connection', 'cut', 'the webhook did not answer'],
] as const)('a webhook that %s gets the push again with the same id', async (_what, answer, reason) => {
  webhook.answer = answer;
  const user = await harness.user(one, { settings: { pushDevices: devices } });
  await harness.notify(one, user, { channels });
  const later = { state: 'waiting', attempts: 1, reason: expect.stringContaining(reason) };
  await until(async () => expect(await pushesOf(user)).toMatchObject([later]));
  webhook.answer = { status: 200 };
  harness.pass(minute);
  one.deliveries.kick();
  await until(async () => expect(await pushesOf(user)).toMatchObject([{ state: 'sent', attempts: 2 }]));
  expect(webhook.received.map(({ path }) => path)).toEqual(['/push', '/push']);
  const [first, second] = webhook.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect(second).toBe(first);
});

test('a webhook at a private address gets no push and the delivery has the reason', async () => {
  await one.deliveries.stop();
  const url = `${webhook.url.replace('127.0.0.1', '127.1')}/push`;
  one = await harness.start({ PUSH_WEBHOOK_URL: url, ALLOWED_PRIVATE_HOSTS: 'localhost' });
  const user = await harness.user(one, { settings: { pushDevices: devices } });
  await harness.notify(one, user, { channels });
  const reason = expect.stringMatching(/private address 127\.0\.0\.1; add it to ALLOWED_PRIVATE_HOSTS/);
  await until(async () => expect(await pushesOf(user)).toMatchObject([{ state: 'waiting', reason }]));
  expect(webhook.received).toEqual([]);
});

test('a push that the webhook rejects with 410 fails', async () => {
  webhook.answer = { status: 410 };
  const user = await harness.user(one, { settings: { pushDevices: devices } });
  await harness.notify(one, user, { channels });
  await until(async () => expect(await pushesOf(user)).toMatchObject([{ state: 'failed' }]));
});

test('no push is written without a webhook', async () => {
  const two = await harness.start();
  const user = await harness.user(two, { settings: { pushDevices: devices } });
  const told = [{ _id: 4_711, userId: user, commitId: 'x', channels }];
  expect(await two.deliveries.writesFor(told, await two.users.byIds([user]))).toEqual([]);
});
