import { expect, test } from '@jest/globals';
import {
  systemActor,
  usersDisable,
  usersMail,
  usersMails,
  usersResetPassword,
  usersRetryMail,
  usersSendPasswordReset,
  usersSetPassword,
  type MailView,
} from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2, { PUBLIC_URL: 'https://ref.test', LOGIN_ATTEMPTS_PER_ADDRESS: '5' });
const admin = userActor(1, 'Ada', ['promote_users']);
const gateway = systemActor('gateway');
const newPassword = 'a-new-password';

let serial = 0;

async function person(): Promise<{ id: number; username: string }> {
  const username = `person${(serial += 1)}`;
  return { username, id: (await harness.newUser(username)).userId };
}

const send = (user: number) => harness.call(usersSendPasswordReset, { user }, admin);

async function mailsTo(userId: number): Promise<MailView[]> {
  const { mails } = await harness.ask(usersMails, { limit: 1_000 });
  return mails.filter(({ user_id: id }) => id === userId);
}

/** The token of the newest mail to a user, once that is made. */
async function tokenOf(userId: number): Promise<string> {
  return until(async () => {
    const [mail] = await mailsTo(userId);
    expect(mail?.state).toBe('kept');
    const { text } = await harness.ask(usersMail, { id: mail?.id ?? '' });
    const [token] = /^[\w-]{43}$/m.exec(text) ?? [];
    expect(token).toBeDefined();
    return token ?? '';
  });
}

/** From an address of its own unless one is given. */
function reset(token: string, password = newPassword, address = `192.0.2.${(serial += 1)}`) {
  return harness.call(usersResetPassword, { token, password, address }, gateway);
}

const login = (username: string, password: string) => harness.login(username, { password });

const refused = { code: 'invalid_key', status: 400 };

test('the token of a mail sets a new strong password once', async () => {
  const { id, username } = await person();
  expect(await send(id)).toBe(true);
  const token = await tokenOf(id);
  const rights = harness.collection('password_resets');
  expect(JSON.stringify(await rights.find().toArray())).not.toContain(token);
  await login(username, 'secret-password');
  await expect(reset(token, 'short')).rejects.toMatchObject({ code: 'weak_password' });
  expect(await reset(token)).toBe(true);
  await login(username, newPassword);
  await expect(login(username, 'secret-password')).rejects.toMatchObject({ code: 'jwt_auth_failed' });
  await expect(reset(token, 'yet-another-one')).rejects.toMatchObject(refused);
  await login(username, newPassword);
});

test('of two simultaneous resets with one token one succeeds', async () => {
  const { id } = await person();
  await send(id);
  const token = await tokenOf(id);
  const outcomes = await Promise.allSettled([reset(token), reset(token)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('the token of a newer mail replaces that of an older one', async () => {
  const { id } = await person();
  await send(id);
  const older = await tokenOf(id);
  await send(id);
  const newer = await until(async () => {
    const token = await tokenOf(id);
    expect(token).not.toBe(older);
    return token;
  });
  await expect(reset(older)).rejects.toMatchObject(refused);
  expect(await reset(newer)).toBe(true);
});

const password = 'set-by-an-operator';
type Spoil = (user: { id: number; username: string }) => Promise<unknown>;

const spoils: [string, Spoil][] = [
  ['the user is disabled', ({ username }) => harness.ask(usersDisable, { username, disabled: true })],
  ['the password was changed since', ({ username }) => harness.ask(usersSetPassword, { username, password })],
  [
    'it has expired',
    async ({ id: _id }) => {
      const resets = harness.collection('password_resets');
      await resets.updateOne({ _id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    },
  ],
];

test.each(spoils)('a token is refused when %s', async (_when, spoil) => {
  const user = await person();
  await send(user.id);
  const token = await tokenOf(user.id);
  await spoil(user);
  await expect(reset(token)).rejects.toMatchObject(refused);
});

test('an address is limited after five wrong tokens', async () => {
  for (let count = 0; count < 5; count += 1)
    await expect(reset(`guess-${count}`, newPassword, '198.51.100.9')).rejects.toMatchObject(refused);
  const limited = { code: 'too_many_requests', status: 429 };
  await expect(reset('guess', newPassword, '198.51.100.9')).rejects.toMatchObject(limited);
});

test('a user gets at most five reset mails per hour, also by simultaneous requests', async () => {
  const { id } = await person();
  const requests = await Promise.allSettled(Array.from({ length: 20 }, () => send(id)));
  const refusals = requests.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'too_many_requests', data: { retry_after: expect.any(Number) } });
  for (let count = (await mailsTo(id)).length; count < 5; count += 1) await send(id);
  expect(await mailsTo(id)).toHaveLength(5);
  await expect(send(id)).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
});

test.each([
  ['no user is given', undefined, 'missing_error'],
  ['the user does not exist', 9_999, 'user_id'],
] as const)('no reset mail is created when %s', async (_what, user, code) => {
  const call = harness.call(usersSendPasswordReset, user === undefined ? {} : { user }, admin);
  await expect(call).rejects.toMatchObject({ code });
});

test('a completed mail cannot be retried and an unknown mail is not found', async () => {
  const { id } = await person();
  await send(id);
  await tokenOf(id);
  const [mail] = await mailsTo(id);
  const retry = harness.ask(usersRetryMail, { id: mail?.id ?? '' });
  await expect(retry).rejects.toMatchObject({ code: 'unknown_mail', status: 409 });
  const missing = { code: 'unknown_mail', status: 404 };
  for (const operation of [usersRetryMail, usersMail])
    await expect(harness.ask(operation, { id: 'none' })).rejects.toMatchObject(missing);
});
