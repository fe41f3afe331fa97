import { describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import {
  usersAddPasskey,
  usersAuditLog,
  usersBeginTotp,
  usersConfirmTotp,
  usersRemoveTotp,
  usersResetSecondFactor,
  usersSetRoles,
  type Actor,
  type CreationOptions,
} from '@svc/contracts';
import { Authenticator } from '../testing/authenticator.ts';
import { notAdded, origin, refused, refusedChange, passkeySuite } from '../testing/passkey-suite.ts';

const {
  harness,
  current,
  login,
  begin,
  add,
  list,
  remove,
  describeFactor,
  addPasskey,
  challengeOf,
  optionsOf,
  challenges,
} = passkeySuite();

describe('a new passkey is refused', () => {
  const create = (options: CreationOptions, deviations = {}) => current.device.create(options, deviations);

  test.each([
    ['from another origin', { origin: 'https://evil.test' }],
    ['for another domain', { rpId: 'evil.test' }],
    ['without the presence of a person', { isPresent: false }],
    ['of another ceremony', { type: 'webauthn.get' }],
    ['from a frame of another site', { crossOrigin: true }],
    [
      'with certificates, whose addresses the service would fetch',
      {
        attestation: { format: 'android-key', statement: new Map([['x5c', [Buffer.from('30', 'hex')]]]) },
      },
    ],
    [
      'with certificates in the common format',
      {
        attestation: { format: 'packed', statement: new Map([['x5c', [Buffer.from('30', 'hex')]]]) },
      },
    ],
  ])('%s', async (_reason, deviations) => {
    await expect(add(create(await begin(), deviations))).rejects.toMatchObject(notAdded);
    expect(await list()).toEqual([]);
    expect(await login()).toHaveProperty('token');
  });

  test('with a challenge that was used, has expired or belongs to another user', async () => {
    const options = await begin();
    await add(create(options));
    await expect(add(create(options))).rejects.toMatchObject(notAdded);
    const other = await harness.newUser(`${current.username}-other`);
    await expect(add(create(await begin({}, other)))).rejects.toMatchObject(notAdded);
    const late = create(await begin({}, other));
    await challenges().updateMany({ userId: other.userId }, { $set: { expiresAt: new Date(0) } });
    await expect(add(late, other)).rejects.toMatchObject(notAdded);
  });

  test('when its challenge is used twice at once: one is stored', async () => {
    const options = await begin();
    const both = [create(options), create(options)];
    const results = await Promise.allSettled(both.map((response) => add(response)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  test('when another user has it', async () => {
    await addPasskey();
    const credentialId = current.device.ids.at(-1);
    const other = await harness.newUser(`${current.username}-other`);
    const response = current.device.create(await begin({}, other));
    const stolen = { ...response, id: String(credentialId), rawId: String(credentialId) };
    await expect(add(stolen, other)).rejects.toMatchObject(notAdded);
    expect(await list(other)).toEqual([]);
  });

  test('beyond ten, and without a name of at most a hundred characters', async () => {
    const { codes } = await addPasskey();
    const factors = harness.collection<{ _id: number; passkeys: object[] }>('second_factors');
    const stored = await factors.findOne({ _id: current.user.userId });
    const copies = Array.from({ length: 9 }, (_, index) => ({
      ...stored?.passkeys[0],
      id: `copy-${index}`,
      credentialId: `copy-${current.username}-${index}`,
    }));
    await factors.updateOne(
      { _id: current.user.userId },
      {
        $push: { passkeys: { $each: copies } },
      },
    );
    const eleventh = create(await begin({ code: String(codes[0]) }));
    await expect(add(eleventh)).rejects.toMatchObject({ code: 'rest_invalid_param' });
    const name = 'x'.repeat(101);
    await expect(add(eleventh, current.user, name)).rejects.toMatchObject({ code: 'rest_invalid_param' });
    await expect(add(eleventh, current.user, ' ')).rejects.toMatchObject({ code: 'rest_invalid_param' });
    expect(await list()).toHaveLength(10);
  });
});

describe('a second factor is not lowered', () => {
  test('by a login without one, or with an empty one', async () => {
    await addPasskey();
    await expect(login()).rejects.toMatchObject(refused);
    await expect(login({ code: '' })).rejects.toMatchObject(refused);
    await expect(login({ code: '000000' })).rejects.toMatchObject(refused);
  });

  test('by another passkey, an app or a removal without a proof', async () => {
    const { id } = await addPasskey();
    await expect(begin()).rejects.toMatchObject(refusedChange);
    await expect(harness.call(usersBeginTotp, {}, current.user)).rejects.toMatchObject(refusedChange);
    await expect(remove(id)).rejects.toMatchObject(refusedChange);
    expect(await list()).toHaveLength(1);
  });

  test('by options that were made before there was a factor', async () => {
    const early = await begin();
    await addPasskey();
    await expect(add(new Authenticator(origin).create(early))).rejects.toMatchObject(notAdded);
  });

  test('by a secret of an app that was begun before there was a factor', async () => {
    const { secret } = await harness.call(usersBeginTotp, {}, current.user);
    await addPasskey();
    const code = new TOTP({ secret }).generate();
    await expect(harness.call(usersConfirmTotp, { code }, current.user)).rejects.toMatchObject({
      code: 'rest_invalid_param',
    });
  });
});

test('a passkey is removed by an answer of it, and with the last factor the recovery codes', async () => {
  const { id, codes } = await addPasskey();
  const passkey = current.device.get(await optionsOf(remove(id)));
  await expect(remove('missing', { passkey })).rejects.toMatchObject({ code: 'rest_invalid_param' });
  expect(await remove(id, { passkey })).toBe(true);
  expect(await describeFactor()).toMatchObject({ passkeys: 0, recovery_codes: 0 });
  expect(await login()).toHaveProperty('token');
  await expect(remove(id, { code: String(codes[0]) })).rejects.toMatchObject({ code: 'rest_invalid_param' });
});

test('an app beside a passkey makes other recovery codes, and each is removed by a proof of either', async () => {
  const { id } = await addPasskey();
  const { secret } = await harness.call(
    usersBeginTotp,
    { passkey: current.device.get(await optionsOf(begin())) },
    current.user,
  );
  const app = new TOTP({ secret });
  const code = app.generate({ timestamp: Date.now() - 30_000 });
  const { recovery_codes: codes = [] } = await harness.call(usersConfirmTotp, { code }, current.user);
  expect((await challengeOf(login())).methods).toEqual(['passkey', 'totp', 'recovery_code']);
  expect(await remove(id, { code: app.generate() })).toBe(true);
  expect(await describeFactor()).toMatchObject({ totp: true, passkeys: 0, recovery_codes: 10 });
  const second = await addPasskey(current.device, current.user, { code: String(codes[0]) });
  expect(second.codes).toEqual([]);
  const ofRemoval = await optionsOf(harness.call(usersRemoveTotp, {}, current.user));
  expect(await harness.call(usersRemoveTotp, { passkey: current.device.get(ofRemoval) }, current.user)).toBe(
    true,
  );
  expect(await describeFactor()).toMatchObject({ totp: false, passkeys: 1, recovery_codes: 9 });
});

test('two removals at once leave a user whose role requires a factor with one', async () => {
  const { codes, id } = await addPasskey();
  const { id: second } = await addPasskey(current.device, current.user, { code: String(codes[0]) });
  await harness.ask(usersSetRoles, { username: current.username, roles: ['dispatcher'] });
  const results = await Promise.allSettled([
    remove(id, { code: String(codes[1]) }),
    remove(second, { code: String(codes[2]) }),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await list()).toHaveLength(1);
});

test('a role that requires a second factor is satisfied by a passkey, set up with the token of the refusal', async () => {
  await harness.ask(usersSetRoles, { username: current.username, roles: ['dispatcher'] });
  await expect(login()).rejects.toMatchObject({ data: { setup_token: expect.any(String) } });
  const setup: Actor = { ...current.user, setsUpSecondFactor: true };
  const { id, codes } = await addPasskey(current.device, setup);
  const { token } = await login({ passkey: current.device.get(await optionsOf(login())) });
  expect(token).toEqual(expect.any(String));
  await expect(remove(id, { code: String(codes[0]) })).rejects.toMatchObject(refusedChange);
});

test('the admin tool removes the passkeys of a user who has lost them', async () => {
  await addPasskey();
  expect(await harness.ask(usersResetSecondFactor, { username: current.username })).toBe(true);
  expect(await login()).toHaveProperty('token');
  expect(await list()).toEqual([]);
});

test('an API key reaches no second factor, even one with administration', async () => {
  const key = { id: 1, access: 'write', administration: true } as const;
  const withKey: Actor = { ...current.user, key };
  for (const call of [
    () => begin({}, withKey),
    () => list(withKey),
    () => remove('any', {}, withKey),
    () => describeFactor(withKey),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'key_scope' });
});

test('the audit log has each passkey that begins and ends, and events name the change', async () => {
  const { id, codes } = await addPasskey();
  await remove(id, { code: String(codes[0]) });
  const administrator = await harness.newUser(`${current.username}-admin`, { roles: ['administrator'] });
  const { entries } = await harness.call(usersAuditLog, { user: current.user.userId }, administrator);
  const ofFactor = entries.filter(({ action }) => action.startsWith('second_factor.'));
  expect(ofFactor.map(({ action, after }) => ({ action, after }))).toEqual(
    expect.arrayContaining([
      { action: 'second_factor.confirmed', after: { kind: 'passkey', id } },
      { action: 'second_factor.removed', after: { kind: 'passkey', id } },
    ]),
  );
  expect((await harness.eventsOf(current.user.userId)).at(-1)).toMatchObject({
    data: { changed: ['second_factor'] },
  });
});

test('neither a challenge nor a recovery code is stored', async () => {
  const { challenge } = await begin();
  const { codes } = await addPasskey();
  const documents = JSON.stringify([
    await challenges().find().toArray(),
    await harness.collection('second_factors').find().toArray(),
  ]);
  for (const text of [challenge, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(documents).not.toContain(text);
});

test('a repeat of the addition is answered without the codes', async () => {
  const response = current.device.create(await begin());
  const options = { idempotencyKey: `add-${current.username}`, milliseconds: 30_000 };
  const send = () => harness.harness.call(usersAddPasskey, { name: 'Key', response }, current.user, options);
  expect(await send()).toHaveProperty('recovery_codes');
  expect(await send()).not.toHaveProperty('recovery_codes');
  expect(await list()).toHaveLength(1);
});
