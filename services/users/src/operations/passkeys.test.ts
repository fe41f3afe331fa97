import { beforeEach, describe, expect, test } from '@jest/globals';
import { usersAuditLog, usersSetPassword, type Assertion, type ServiceError } from '@svc/contracts';
import { Authenticator } from '../testing/authenticator.ts';
import { origin, otherOrigin, refused, refusedChange, passkeySuite } from '../testing/passkey-suite.ts';

const {
  harness,
  current,
  login,
  begin,
  add,
  list,
  describeFactor,
  addPasskey,
  challengeOf,
  optionsOf,
  challenges,
} = passkeySuite();

test('the options for a new passkey name the domain, the user and the passkeys that they have', async () => {
  const options = await begin();
  expect(options).toMatchObject({
    rp: { id: 'records.example.org' },
    user: { name: current.username, displayName: current.username },
    attestation: 'none',
    excludeCredentials: [],
  });
  const { id, codes } = await addPasskey();
  expect(codes).toHaveLength(10);
  const credentialId = current.device.ids.at(-1);
  expect(await begin({ code: String(codes[0]) })).toMatchObject({
    user: { id: options.user.id },
    excludeCredentials: [{ id: credentialId, type: 'public-key', transports: ['internal'] }],
  });
  expect(await list()).toMatchObject([{ id, name: 'My key', last_used_at: null }]);
  expect(await describeFactor()).toEqual({
    totp: false,
    passkeys: 1,
    recovery_codes: 9,
    required: false,
    passkey_domain: 'records.example.org',
  });
});

test('a login is refused with a challenge, and accepted with the answer of the passkey', async () => {
  await addPasskey();
  const { methods, passkey } = await challengeOf(login());
  expect(methods).toEqual(['passkey', 'recovery_code']);
  expect(passkey).toMatchObject({ rpId: 'records.example.org', userVerification: 'preferred' });
  expect(await login({ passkey: current.device.get(passkey) })).toHaveProperty('token');
  expect(await list()).toMatchObject([{ last_used_at: expect.any(String) }]);
});

test('a passkey works on the pages of further origins, and one that does not count its uses too', async () => {
  const phone = new Authenticator(otherOrigin, { counts: false });
  await addPasskey(phone);
  for (let count = 0; count < 2; count += 1)
    expect(await login({ passkey: phone.get(await optionsOf(login())) })).toHaveProperty('token');
});

test('a recovery code signs in a user who has passkeys alone, once', async () => {
  const { codes } = await addPasskey();
  expect(await login({ code: String(codes[0]) })).toHaveProperty('token');
  await expect(login({ code: String(codes[0]) })).rejects.toMatchObject(refused);
});

test('a wrong password is refused without a challenge, as for an unknown user', async () => {
  await addPasskey();
  const answers = await Promise.all(
    [current.username, 'nobody-at-all'].map((name) =>
      login({ password: 'not it' }, name).catch((error: unknown) => error as ServiceError),
    ),
  );
  const [known, unknown] = answers as ServiceError[];
  expect(known).toMatchObject({ code: 'jwt_auth_failed', status: 403 });
  expect(known?.toBody()).toEqual(unknown?.toBody());
  expect(await challenges().countDocuments({ userId: current.user.userId, purpose: 'login' })).toBe(0);
});

describe('an assertion is refused', () => {
  beforeEach(async () => {
    await addPasskey();
  });

  test('when it is replayed', async () => {
    const passkey = current.device.get(await optionsOf(login()));
    expect(await login({ passkey })).toHaveProperty('token');
    await expect(login({ passkey })).rejects.toMatchObject(refused);
  });

  test('when it is that of another user, with their passkey or for their challenge', async () => {
    const otherName = `${current.username}-other`;
    const other = await harness.newUser(otherName);
    const theirs = new Authenticator(origin);
    await addPasskey(theirs, other);
    const credentialId = theirs.ids.at(-1);
    const ownChallenge = theirs.get(await optionsOf(login()), { credentialId: String(credentialId) });
    await expect(login({ passkey: ownChallenge })).rejects.toMatchObject(refused);
    const theirChallenge = theirs.get(await optionsOf(login({}, otherName)));
    await expect(login({ passkey: theirChallenge })).rejects.toMatchObject(refused);
    // The challenge was not used up by somebody else.
    expect(await login({ passkey: theirChallenge }, otherName)).toHaveProperty('token');
  });

  test.each([
    ['from another origin', { origin: 'https://records.example.org.evil.test' }],
    ['from the same host without HTTPS', { origin: 'http://records.example.org' }],
    ['for another domain', { rpId: 'example.org' }],
    ['from a frame of another site', { crossOrigin: true }],
    ['without the presence of a person', { isPresent: false }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['with a challenge that nobody issued', { challenge: 'A'.repeat(43) }],
  ])('%s', async (_reason, deviations) => {
    const options = await optionsOf(login());
    await expect(login({ passkey: current.device.get(options, deviations) })).rejects.toMatchObject(refused);
    // Whatever was wrong, a challenge that was answered is used up.
    if (!('challenge' in deviations))
      await expect(login({ passkey: current.device.get(options) })).rejects.toMatchObject(refused);
  });

  test('with the signature of another key', async () => {
    const options = await optionsOf(login());
    const passkey = current.device.get(options);
    const copy = new Authenticator(origin);
    await add(copy.create(await begin({ passkey: current.device.get(await optionsOf(begin())) })));
    const signed = copy.get(await optionsOf(login()));
    const mixed: Assertion = {
      ...passkey,
      response: { ...passkey.response, signature: signed.response.signature },
    };
    await expect(login({ passkey: mixed })).rejects.toMatchObject(refused);
  });

  test('with an expired challenge, and one of before a new password', async () => {
    const expired = current.device.get(await optionsOf(login()));
    await challenges().updateMany({ userId: current.user.userId }, { $set: { expiresAt: new Date(0) } });
    await expect(login({ passkey: expired })).rejects.toMatchObject(refused);
    const earlier = current.device.get(await optionsOf(login()));
    await harness.ask(usersSetPassword, { username: current.username, password: 'another-password' });
    await expect(login({ password: 'another-password', passkey: earlier })).rejects.toMatchObject(refused);
  });

  test('for a login with the challenge of a change, and the other way round', async () => {
    const ofChange = current.device.get(await optionsOf(begin()));
    await expect(login({ passkey: ofChange })).rejects.toMatchObject(refused);
    const ofLogin = current.device.get(await optionsOf(login()));
    await expect(begin({ passkey: ofLogin })).rejects.toMatchObject(refusedChange);
  });

  test('in all but one of the logins that race with it, on all instances', async () => {
    const passkey = current.device.get(await optionsOf(login()));
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => login({ passkey })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of a cloned passkey, whose counter does not rise, and the audit log has the reason', async () => {
    const first = await optionsOf(login());
    const second = await optionsOf(login());
    expect(await login({ passkey: current.device.get(first, { counter: 7 }) })).toHaveProperty('token');
    for (const counter of [7, 3, 0]) {
      const options = counter === 7 ? second : await optionsOf(login());
      await expect(login({ passkey: current.device.get(options, { counter }) })).rejects.toMatchObject(
        refused,
      );
    }
    const administrator = await harness.newUser(`${current.username}-admin`, { roles: ['administrator'] });
    const { entries } = await harness.call(
      usersAuditLog,
      { user: current.user.userId, action: 'login.refused' },
      administrator,
    );
    expect(entries.map(({ after }) => after)).toContainEqual({ reason: 'passkey_counter' });
  });

  test('after many wrong ones, like codes', async () => {
    const good = current.device.get(await optionsOf(login()));
    for (let count = 0; count < 5; count += 1)
      await expect(
        login({ passkey: { ...good, response: { ...good.response, clientDataJSON: 'e30' } } }),
      ).rejects.toMatchObject(refused);
    await harness.prolongDelays();
    await expect(login({ passkey: good })).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});
