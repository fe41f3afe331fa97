import { beforeAll, expect, test } from '@jest/globals';
import { usersKeys, usersRotateKeys } from '@svc/contracts';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import type { RunningService } from '@svc/service-kit';
import { harnessOfSuite } from '../testing/users-harness.ts';
import type { SigningKey } from './signing-keys.ts';

const harness = harnessOfSuite(0);
let instances: RunningService[];

beforeAll(async () => {
  instances = await Promise.all([harness.start(), harness.start()]);
  await harness.newUser('mona');
});

const issuer = 'https://ref.test';

const login = async () => (await harness.login('mona')).token;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const published = async () => (await harness.ask(usersKeys, {})) as JSONWebKeySet;
const verify = async (token: string) =>
  jwtVerify(token, createLocalJWKSet(await published()), { issuer, algorithms: ['EdDSA'] });
const storedKeys = () => harness.collection<SigningKey>('signing_keys');

test('a token has user, issuer and expiry and is verified with the published public keys', async () => {
  const before = Math.floor(Date.now() / 1000);
  const { payload, protectedHeader } = await verify(await login());
  const iat = payload.iat as number;
  expect(iat).toBeGreaterThanOrEqual(before);
  expect(iat).toBeLessThanOrEqual(Date.now() / 1000);
  expect(payload).toEqual({
    iss: issuer,
    iat,
    nbf: iat,
    exp: iat + 7 * 24 * 60 * 60,
    jti: expect.any(String),
    sid: expect.any(String),
    data: { user: { id: '1', tv: 0 } },
  });
  const { keys } = await published();
  expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: keys[0]?.kid });
  for (const key of keys) expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
  expect(keys.some((key) => 'd' in key)).toBe(false);
});

test('after a rotation all instances sign with the new key and older tokens stay valid', async () => {
  const old = await login();
  const { kid } = await harness.ask(usersRotateKeys, {});
  for (let count = 0; count < 8; count += 1) expect(kidOf(await login())).toBe(kid);
  expect(kidOf(old)).not.toBe(kid);
  await expect(verify(old)).resolves.toBeDefined();
});

test('an old key is published until its last token has expired', async () => {
  const old = await login();
  await harness.ask(usersRotateKeys, {});
  const keys = storedKeys();
  const { expiresAt } = (await keys.findOne({ _id: String(kidOf(old)) })) as SigningKey;
  const { payload } = await verify(old);
  expect(expiresAt?.getTime()).toBeGreaterThan((payload.exp as number) * 1000);
  await keys.updateOne({ _id: String(kidOf(old)) }, { $set: { expiresAt: new Date(Date.now() - 1) } });
  await expect(verify(old)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

test('a revocation invalidates every token, including those of rotated keys', async () => {
  const older = await login();
  await harness.ask(usersRotateKeys, {});
  const old = await login();
  const { kid } = await harness.ask(usersRotateKeys, { revoke: true });
  for (const token of [older, old])
    await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect((await published()).keys).toMatchObject([{ kid }]);
  await expect(verify(await login())).resolves.toBeDefined();
});

test('simultaneous rotations leave one signing key', async () => {
  await Promise.all([
    harness.ask(usersRotateKeys, {}),
    harness.ask(usersRotateKeys, { revoke: true }),
    harness.ask(usersRotateKeys, { revoke: true }),
  ]);
  expect(await storedKeys().countDocuments({ expiresAt: null })).toBe(1);
  await expect(verify(await login())).resolves.toBeDefined();
});

test('private keys are encrypted in the database', async () => {
  const stored = JSON.stringify(await storedKeys().find().toArray());
  expect(stored).not.toContain('"d":');
});

test('an instance with a longer token lifetime extends the publication of the key', async () => {
  const longer = await harness.start({ JWT_LIFETIME_DAYS: '30' });
  const { keys } = await published();
  const stored = await storedKeys().findOne({ expiresAt: null });
  expect(keys.map(({ kid }) => kid)).toContain(stored?._id);
  expect(stored?.tokenSeconds).toBe(30 * 24 * 60 * 60);
  await longer.stop();
});

test('another secret makes a new key and tokens of the old one stay valid', async () => {
  const old = await login();
  await Promise.all(instances.map(async (instance) => instance.stop()));
  instances = [await harness.start({ JWT_KEY_SECRET: 'a secret that is new here' })];
  const token = await login();
  expect(kidOf(token)).not.toBe(kidOf(old));
  await expect(verify(token)).resolves.toBeDefined();
  await expect(verify(old)).resolves.toBeDefined();
});
