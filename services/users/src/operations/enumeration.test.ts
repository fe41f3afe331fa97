import { expect, test } from '@jest/globals';
import { Deadline, ServiceMetrics } from '@svc/service-kit';
import {
  usersAddPasskey,
  usersBeginPasskey,
  usersBeginTotp,
  usersConfirmTotp,
  usersDisable,
} from '@svc/contracts';
import { TOTP } from 'otpauth';
import { hashPassword, passwordCost } from '../passwords/hash-password.ts';
import { Passwords } from '../passwords/passwords.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(1, {
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'records',
  OIDC_PASSWORD_LOGIN: 'false',
});

interface Profiled {
  readonly op: string;
  readonly ns: string;
}

/** Collections that the service reads or writes every second, independent of requests. */
const ofItsOwn = /\.(audit_log|audit_head|outbox|mails|pushes|system\.profile|retention|jobs)$/;

/** The requests to the database that a refused login makes: `query users`, …, as the server counts them. */
async function workOf(username: string): Promise<string[]> {
  const { db } = harness.database;
  if (!db) throw new Error('not connected');
  await db.command({ profile: 0 });
  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  try {
    await expect(harness.login(username, { password: 'not it' })).rejects.toMatchObject({
      code: 'jwt_auth_failed',
    });
  } finally {
    await db.command({ profile: 0 });
  }
  const profiled = await db.collection<Profiled>('system.profile').find().toArray();
  return profiled
    .filter(({ op, ns }) => !ofItsOwn.test(ns) && !(ns.endsWith('.audit_pending') && op !== 'insert'))
    .map(({ op, ns }) => `${op} ${ns.split('.').slice(1).join('.')}`)
    .sort();
}

test('a refused login makes the same requests to the database, whatever the account is', async () => {
  await harness.newUser('plain');
  await harness.newUser('gone');
  await harness.ask(usersDisable, { username: 'gone', disabled: true });
  const linked = await harness.newUser('linked');
  const identities = harness.collection<{ _id: string; userId: number }>('provider_identities');
  await identities.insertOne({ _id: 'https://id.example.org 1', userId: linked.userId });
  const careful = await harness.newUser('careful');
  const { secret } = await harness.call(usersBeginTotp, {}, careful);
  await harness.call(usersConfirmTotp, { code: new TOTP({ secret }).generate() }, careful);
  const modern = await harness.newUser('modern');
  const device = new Authenticator('http://localhost:8080');
  const response = device.create(await harness.call(usersBeginPasskey, {}, modern));
  await harness.call(usersAddPasskey, { name: 'Key', response }, modern);
  const unknown = await workOf('nobody');
  expect(unknown).toEqual(expect.arrayContaining(['insert audit_pending', 'query users']));
  for (const username of ['plain', 'gone', 'linked', 'careful', 'modern'])
    expect([username, await workOf(username)]).toEqual([username, unknown]);
});

test('a refusal takes as much processor time with an account as without one', async () => {
  const passwords = new Passwords({
    cost: passwordCost,
    maxWaiting: 10,
    metrics: new ServiceMetrics('users'),
  });
  const stored = await hashPassword('secret-password');
  const cpuOf = async (hash?: string) => {
    const before = process.cpuUsage();
    for (let count = 0; count < 8; count += 1)
      expect(
        await passwords.inTurn({ caller: 'test', deadline: Deadline.after(60_000) }, () =>
          passwords.matches('not it', hash),
        ),
      ).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await cpuOf(stored);
  const withAccount = await cpuOf(stored);
  const without = await cpuOf();
  // Less than half would mean that one of them computes no hash.
  expect(without).toBeGreaterThan(withAccount / 2);
  expect(withAccount).toBeGreaterThan(without / 2);
});
