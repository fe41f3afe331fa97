import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usersMails, type MailView } from '@svc/contracts';
import { until } from '@svc/testing';
import { SmtpStand } from '@svc/users/testing/smtp-stand';
import { WebhookStand } from '@svc/users/testing/webhook-stand';
import { api, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

let world: World;
let smtp: SmtpStand;
let webhook: WebhookStand;
let mona: TestUser;
let mike: TestUser;

beforeAll(async () => {
  smtp = new SmtpStand();
  webhook = new WebhookStand();
  await Promise.all([smtp.start(), webhook.start()]);
  const env = {
    SMTP_URL: smtp.url,
    PUSH_WEBHOOK_URL: webhook.url,
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    MAIL_FROM: 'Records <records@ref.test>',
    MESSAGES_PER_HOUR: '4',
  };
  world = await openWorld({ instances: { search: 0 }, env, maxPauseMs: 500 });
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  mike = await world.createUser({ role: 'multiplier', displayName: 'Mike' });
});

afterAll(async () => {
  await world?.close();
  await Promise.all([smtp.stop(), webhook.stop()]);
});

const as = ({ token }: TestUser): Api => api(world, token);

async function mailsTo(user: TestUser): Promise<MailView[]> {
  const { mails } = await world.ask(usersMails, { limit: 1_000 });
  return mails.filter(({ user_id: id }) => id === user.id);
}

const receivedBy = ({ email }: TestUser) => smtp.received.filter(({ to }) => to.includes(email));

/** Creates a contact as Mona and assigns it to Mike. */
async function assign(name: string): Promise<number> {
  const { body } = await as(mona).post<{ ID: number }>('svc-posts/v2/contacts', { json: { name } });
  const assigned = { json: { assigned_to: `user-${mike.id}` } };
  expect(await as(mona).post(`svc-posts/v2/contacts/${body.ID}`, assigned)).toMatchObject({ status: 200 });
  return body.ID;
}

test('an assigned user gets one mail, and a push if enabled', async () => {
  const device = { device_id: 'phone', token: 'the-token' };
  await as(mike).post('svc/v1/user/update', { json: { add_push_token: device } });
  const preference = { preference_key: 'new_assigned_push_notifications' };
  await as(mike).post('svc/v1/users/switch_preference', { json: preference });
  const id = await assign('Amina');
  const [mail] = await until(() => {
    const received = receivedBy(mike);
    expect(received).toHaveLength(1);
    return received;
  });
  expect(mail?.headers).toContain('Subject: You have been assigned: Amina.');
  expect(mail?.raw).toContain(`/contacts/${id}`);
  await until(() => expect(webhook.received).toHaveLength(1));
  const push = JSON.parse(webhook.received[0]?.body ?? '') as Record<string, unknown>;
  expect(push).toMatchObject({ devices: [device], title: 'Amina', text: 'You have been assigned: Amina.' });
  await until(async () => expect(await mailsTo(mike)).toMatchObject([{ state: 'sent' }]));
});

const message = {
  subject: 'Sunday\r\nBcc: victim@ref.test',
  from_name: 'Us <evil@ref.test>\r\nX-Evil: yes',
  reply_to: 'mona@ref.test',
  send_method: 'email',
  message: 'Dear {{name}},\n\n1 < 2 <script>alert(1)</script>',
};

async function contactOf(user: TestUser, ...addresses: string[]): Promise<string> {
  const json = { name: 'Farid', contact_email: addresses.map((value) => ({ value })) };
  const { body } = await as(user).post<{ ID: number }>('svc-posts/v2/contacts', { json });
  return `svc-posts/v2/contacts/${body.ID}`;
}

test('a message is sent once to every address of a contact and shown at the contact', async () => {
  const path = await contactOf(
    mona,
    'farid@ref.test',
    'second@ref.test',
    'x@ref.test, victim@ref.test',
    'no address',
  );
  const id = Number(path.split('/').at(-1));
  const send = () =>
    as(mona).post(`${path}/post_messaging`, {
      json: message,
      headers: { 'Idempotency-Key': `message-${id}` },
    });
  expect(await send()).toMatchObject({ status: 200, body: { post_id: id, sent: true } });
  expect(await send()).toMatchObject({ status: 200, body: { post_id: id, sent: true } });
  const received = await until(() => {
    const mails = smtp.received.filter(({ raw }) => raw.includes('Dear Farid'));
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(['farid@ref.test', 'second@ref.test']);
    return mails;
  });
  for (const { from, headers, raw } of received) {
    expect(from).toBe('records@ref.test');
    expect(headers).toEqual(
      expect.arrayContaining([
        'Subject: Sunday Bcc: victim@ref.test',
        expect.stringMatching(/^From: .*Us.* <records@ref\.test>$/),
        'Reply-To: mona@ref.test',
      ]),
    );
    expect(headers.filter((line) => /^(bcc|x-evil|auto-submitted):/i.test(line))).toEqual([]);
    expect(raw).toContain('&lt;script&gt;');
  }
  const addresses = 'farid@ref.test, second@ref.test';
  const { comments } = (await as(mona).get<{ comments: Record<string, unknown>[] }>(`${path}/comments`)).body;
  expect(comments).toMatchObject([{ comment_type: 'email', comment_author: 'Mona' }]);
  expect(comments[0]?.['comment_content']).toMatch(
    new RegExp(`^Email sent to ${addresses} with the following message:\\s+Dear Farid,`),
  );
  expect(comments[0]?.['comment_content']).not.toContain('<script');
  const { activity } = (await as(mona).get<{ activity: Record<string, unknown>[] }>(`${path}/activity`)).body;
  const told = activity.filter(({ object_note: note }) => String(note).startsWith('Email'));
  expect(told).toMatchObject([{ name: 'Mona', object_note: `Email sent to ${addresses}` }]);
});

test('a refused message stores nothing, and messages of a user are limited per hour', async () => {
  const nora = await world.createUser({ role: 'multiplier', displayName: 'Nora' });
  const path = await contactOf(nora, 'one@ref.test', 'two@ref.test');
  const send = (by: TestUser, json: object, to = path) => as(by).post(`${to}/post_messaging`, { json });
  const history = async () => (await as(nora).get(`${path}/activity`)).body;
  const before = await history();
  const refused: [TestUser, object, number, string][] = [
    [mike, message, 403, 'get_post'],
    [nora, { ...message, message: undefined }, 400, 'rest_missing_callback_param'],
    [nora, { ...message, subject: ' ' }, 400, 'rest_invalid_param'],
    [nora, { ...message, send_method: 'sms' }, 400, 'rest_invalid_param'],
    [nora, { ...message, reply_to: 'x@ref.test\r\nBcc: y@ref.test' }, 400, 'rest_invalid_param'],
    [nora, { ...message, message: '{{name}}'.repeat(2_501) }, 400, 'rest_invalid_param'],
  ];
  for (const [by, json, status, code] of refused)
    expect(await send(by, json)).toMatchObject({ status, body: { code } });
  expect((await send(mike, message, 'svc-posts/v2/contacts/99999999')).body).toMatchObject({
    code: 'get_post',
  });
  const nowhere = await contactOf(nora, 'no address');
  expect((await send(nora, message, nowhere)).body).toMatchObject({ sent: false });
  expect(await mailsTo(nora)).toEqual([]);
  expect(await history()).toEqual(before);
  for (const _mails of [2, 4]) expect(await send(nora, message)).toMatchObject({ body: { sent: true } });
  const late = await send(nora, message);
  expect(late).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await mailsTo(nora)).toHaveLength(4);
});
