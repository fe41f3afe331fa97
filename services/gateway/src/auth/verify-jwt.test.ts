import { beforeAll, expect, test } from '@jest/globals';
import { createLocalJWKSet } from 'jose';
import { forgedTokens } from '../testing/forged-tokens.ts';
import { TokenMaker } from '../testing/token-maker.ts';
import { verifyJwt, type FindKey } from './verify-jwt.ts';

const issuer = 'https://records.test';
let maker: TokenMaker;
let key: FindKey;

beforeAll(async () => {
  maker = await TokenMaker.make('k1', issuer);
  key = createLocalJWKSet({ keys: [maker.publicKey] });
});

test('a valid token says who the user is', async () => {
  const claims = { userId: 7, tokenVersion: undefined };
  expect(await verifyJwt(await maker.token(), { key, issuer })).toMatchObject({ claims });
  const versioned = await maker.token({ user: { id: '7', tv: 3 } });
  const ofVersion = { userId: 7, tokenVersion: 3 };
  expect(await verifyJwt(versioned, { key, issuer })).toMatchObject({ claims: ofVersion });
});

test('a clock that is a little ahead is no reason to refuse', async () => {
  const token = await maker.token({ notBefore: 5, lifetime: 60 });
  await expect(verifyJwt(token, { key, issuer })).resolves.toMatchObject({ claims: { userId: 7 } });
});

test.each(forgedTokens)('refuses a token %s', async (_what, make, code, message) => {
  const verified = verifyJwt(await make(maker), { key, issuer });
  await expect(verified).rejects.toMatchObject({ code, message, status: 403 });
});

test('is no verdict when the keys cannot be had', async () => {
  const away = new Error('the users service is away');
  const verified = verifyJwt(await maker.token(), { key: () => Promise.reject(away), issuer });
  await expect(verified).rejects.toBe(away);
});
