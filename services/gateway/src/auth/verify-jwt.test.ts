import { beforeAll, expect, test } from '@jest/globals';
import { createLocalJWKSet } from 'jose';
import { TokenMaker, type TokenParts } from '../testing/token-maker.ts';
import { verifyJwt, type FindKey } from './verify-jwt.ts';

const issuer = 'https://records.test';
let maker: TokenMaker;
let stranger: TokenMaker;
let key: FindKey;

beforeAll(async () => {
  maker = await TokenMaker.make('k1', issuer);
  stranger = await TokenMaker.make('k1', issuer);
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

const refused: [what: string, parts: TokenParts, code: string, message: string][] = [
  ['expired', { lifetime: -1 }, 'jwt_auth_invalid_token', 'Expired token'],
  ['long expired', { lifetime: -9_999 }, 'jwt_auth_invalid_token', 'Expired token'],
  [
    'of another server',
    { issuer: 'https://other.test' },
    'jwt_auth_bad_iss',
    'The iss do not match with this server',
  ],
  ['without a user', { user: undefined }, 'jwt_auth_bad_request', 'User ID not found in the token'],
  [
    'with a user that is no number',
    { user: { id: 'bob' } },
    'jwt_auth_bad_request',
    'User ID not found in the token',
  ],
  ['with user 0', { user: { id: '0' } }, 'jwt_auth_bad_request', 'User ID not found in the token'],
  ['not valid yet', { notBefore: 600 }, 'jwt_auth_invalid_token', 'The claim nbf is missing or not valid'],
  [
    'without an end',
    { lifetime: undefined },
    'jwt_auth_invalid_token',
    'The claim exp is missing or not valid',
  ],
];

test.each(refused)('refuses a token that is %s', async (_what, parts, code, message) => {
  const token = await maker.token(parts);
  await expect(verifyJwt(token, { key, issuer })).rejects.toMatchObject({ code, message, status: 403 });
});

const forged: [what: string, make: () => Promise<string>, message: string][] = [
  ['signed with another key', () => stranger.token(), 'Signature verification failed'],
  ['changed afterwards', async () => tampered(await maker.token()), 'Signature verification failed'],
  ['of an unknown key', () => maker.token({ kid: 'k2' }), 'Signature verification failed'],
  ['signed with a password', () => maker.symmetric(), 'Signature verification failed'],
  ['not signed at all', async () => unsigned(await maker.token()), 'Signature verification failed'],
  ['three words', async () => 'not.a.token', 'Syntax error, malformed JSON'],
  ['three parts of nothing', async () => '..', 'Syntax error, malformed JSON'],
];

test.each(forged)('refuses what is %s', async (_what, make, message) => {
  const verified = verifyJwt(await make(), { key, issuer });
  await expect(verified).rejects.toMatchObject({ code: 'jwt_auth_invalid_token', message });
});

test('is no verdict when the keys cannot be had', async () => {
  const away = new Error('the users service is away');
  const verified = verifyJwt(await maker.token(), { key: () => Promise.reject(away), issuer });
  await expect(verified).rejects.toBe(away);
});

function tampered(token: string): string {
  const [header = '', , signature = ''] = token.split('.');
  const payload = { iss: issuer, exp: 9_999_999_999, data: { user: { id: '1' } } };
  return [header, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
}

function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  return [header, token.split('.')[1], ''].join('.');
}
