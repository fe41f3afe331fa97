import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createLocalJWKSet, type JWK } from 'jose';
import { TokenMaker } from '../testing/token-maker.ts';
import { JwtVerifier } from './jwt-verifier.ts';
import { KeySet } from './key-set.ts';

const issuer = 'https://records.test';
const minute = 60_000;
const maxAge = 10 * 60_000;
let maker: TokenMaker;
let stranger: TokenMaker;
/** What the users service publishes as the keys of tokens. */
let published: (JWK & { kty: string })[];
let isAway: boolean;
let jwts: JwtVerifier;

beforeAll(async () => {
  maker = await TokenMaker.make('k1', issuer);
  stranger = await TokenMaker.make('k1', issuer);
});

beforeEach(() => {
  // Only the clock: keys and signatures take their time.
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  published = [maker.publicKey];
  isAway = false;
  const keys = new KeySet(async () => {
    if (isAway) throw new Error('away');
    return { keys: published };
  });
  jwts = new JwtVerifier({ key: keys.find, issuer });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const invalid = (message: string) => ({ code: 'jwt_auth_invalid_token', message });
const passes = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);

test('the signature of a token is verified once and the same claims are returned each time', async () => {
  const verify = jest.spyOn(crypto.subtle, 'verify');
  const token = await maker.token({ user: { id: '7', tv: 3 } });
  for (let time = 0; time < 3; time += 1)
    expect(await jwts.verify(token)).toEqual({
      userId: 7,
      tokenVersion: 3,
      issuedAt: expect.any(Number),
    });
  expect(verify).toHaveBeenCalledTimes(1);
});

test('a cached token is refused once it expires', async () => {
  const token = await maker.token({ lifetime: 60 });
  await jwts.verify(token);
  jest.setSystemTime(Math.floor(Date.now() / 1000) * 1000 + minute - 1);
  await expect(jwts.verify(token)).resolves.toMatchObject({ userId: 7 });
  passes(1);
  await expect(jwts.verify(token)).rejects.toMatchObject(invalid('Expired token'));
});

test('a cached token is refused when the clock is set back before its nbf', async () => {
  const token = await maker.token();
  await jwts.verify(token);
  passes(-minute);
  const error = invalid('The claim nbf is missing or not valid');
  await expect(jwts.verify(token)).rejects.toMatchObject(error);
});

test('a token with the claims of a cached one and another signature is refused', async () => {
  const token = await maker.token();
  await jwts.verify(token);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const [, , foreign = ''] = (await stranger.token()).split('.');
  for (const forged of [foreign, '', signature.slice(0, -4)]) {
    const verified = jwts.verify([header, payload, forged].join('.'));
    await expect(verified).rejects.toMatchObject(invalid('Signature verification failed'));
  }
});

test.each([
  ['is withdrawn', () => []],
  ['is replaced under the same id', () => [stranger.publicKey]],
])('a cached token is refused after its key %s', async (_what, keys) => {
  const token = await maker.token({ lifetime: 3_600 });
  await jwts.verify(token);
  published = keys();
  await expect(jwts.verify(token)).resolves.toMatchObject({ userId: 7 });
  passes(maxAge);
  await expect(jwts.verify(token)).rejects.toMatchObject(invalid('Signature verification failed'));
});

test('a refused token is verified again', async () => {
  published = [];
  const token = await maker.token();
  await expect(jwts.verify(token)).rejects.toMatchObject(invalid('Signature verification failed'));
  published = [maker.publicKey];
  passes(minute);
  await expect(jwts.verify(token)).resolves.toMatchObject({ userId: 7 });
});

test('a failed fetch of the keys is passed on and does not count as a refusal of the token', async () => {
  const away = new Error('away');
  const found = createLocalJWKSet({ keys: published });
  const key = jest.fn((header: Parameters<typeof found>[0]) =>
    isAway ? Promise.reject(away) : found(header),
  );
  const verifier = new JwtVerifier({ key, issuer });
  const token = await maker.token();
  await verifier.verify(token);
  isAway = true;
  await expect(verifier.verify(token)).rejects.toBe(away);
  expect(key).toHaveBeenCalledTimes(2);
});
