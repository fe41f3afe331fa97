import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
} from 'jose';
import { TokenMaker, type TokenParts } from '../testing/token-maker.ts';
import { verifyJwt, type FindKey } from './verify-jwt.ts';

const issuer = 'https://records.test';
let maker: TokenMaker;
let key: FindKey;

beforeAll(async () => {
  maker = await TokenMaker.make('k1', issuer);
  key = createLocalJWKSet({ keys: [maker.publicKey] });
});

test('a valid token yields the user id and the token version', async () => {
  const claims = { userId: 7, tokenVersion: undefined };
  expect(await verifyJwt(await maker.token(), { key, issuer })).toMatchObject({ claims });
  const versioned = await maker.token({ user: { id: '7', tv: 3 } });
  const ofVersion = { userId: 7, tokenVersion: 3 };
  expect(await verifyJwt(versioned, { key, issuer })).toMatchObject({ claims: ofVersion });
});

test('a token from a clock that is five seconds ahead is accepted', async () => {
  const token = await maker.token({ notBefore: 5, lifetime: 60 });
  await expect(verifyJwt(token, { key, issuer })).resolves.toMatchObject({ claims: { userId: 7 } });
});

const otherServer = 'The iss do not match with this server';

/** A token that is no good: what it is, how it is made, and what `token/validate` says of it. */
type ForgedToken = [
  what: string,
  make: (maker: TokenMaker) => Promise<string>,
  code: string,
  message: string,
];

const invalid = (message: string) => ['jwt_auth_invalid_token', message] as const;
const noUser = ['jwt_auth_bad_request', 'User ID not found in the token'] as const;
const missing = (claim: string) => invalid(`The claim ${claim} is missing or not valid`);
const forged = invalid('Signature verification failed');
const undecodable = invalid('Syntax error, malformed JSON');
const of = (parts: TokenParts) => (maker: TokenMaker) => maker.token(parts);

/** Everything that a token can be that is not one of ours, still good (docs/guides/authentication.md#tokens-of-users). */
const forgedTokens: readonly ForgedToken[] = [
  ['without a signature and its algorithm', (maker) => unsigned(maker, 'none'), ...forged],
  ['of the algorithm None', (maker) => unsigned(maker, 'None'), ...forged],
  ['of no algorithm', (maker) => unsigned(maker, undefined), ...undecodable],
  ['without its signature', async (maker) => cut(await maker.token()), ...forged],
  ['signed with the public key as secret', withPublicBytes, ...forged],
  ['signed with the public key’s PEM as secret', withPublicPem, ...forged],
  ['of another algorithm', withRsa, ...forged],
  ['signed with a key from its own header', withOwnKey, ...forged],
  ['signed with another key of the same name', () => foreign('k1'), ...forged],
  ['signed with an unknown key', () => foreign('k9'), ...forged],
  ['of an unknown key id', of({ kid: 'k9' }), ...forged],
  ['with a changed user', changed, ...forged],
  ['of another server', of({ issuer: 'https://b.test' }), 'jwt_auth_bad_iss', otherServer],
  ['that has expired', of({ lifetime: -1 }), ...invalid('Expired token')],
  ['without an expiry', of({ lifetime: undefined }), ...missing('exp')],
  ['that is not valid yet', of({ notBefore: 600 }), ...missing('nbf')],
  ['without a user', of({ user: undefined }), ...noUser],
  ['of user id 0', of({ user: { id: '0' } }), ...noUser],
  ['of a user id that is not a number', of({ user: { id: 'bob' } }), ...noUser],
  ['of a user id that is an object', of({ user: { id: { $gt: 0 } } }), ...noUser],
  ['of a user id that is true', of({ user: { id: true } }), ...noUser],
  ['of a user id with a fraction', of({ user: { id: '7.5' } }), ...noUser],
  ['of a user id that is a list', of({ user: { id: ['7'] } }), ...noUser],
  ['of three parts that are not encoded', async () => 'not.a.token', ...undecodable],
  ['of three empty parts', async () => '..', ...undecodable],
];

test.each(forgedTokens)('a token %s is refused', async (_what, make, code, message) => {
  const verified = verifyJwt(await make(maker), { key, issuer });
  await expect(verified).rejects.toMatchObject({ code, message, status: 403 });
});

async function unsigned(maker: TokenMaker, alg: string | undefined): Promise<string> {
  const [, payload] = (await maker.token()).split('.');
  return `${encoded({ typ: 'JWT', kid: 'k1', alg })}.${payload}.`;
}

function cut(token: string): string {
  return token.slice(0, token.lastIndexOf('.') + 1);
}

async function changed(maker: TokenMaker): Promise<string> {
  const [header, , end] = (await maker.token()).split('.');
  return [header, encoded({ iss: issuer, exp: 9_999_999_999, data: { user: { id: '1' } } }), end].join('.');
}

async function foreign(kid: string): Promise<string> {
  return (await TokenMaker.make(kid, issuer)).token();
}

function withPublicBytes({ publicKey }: TokenMaker): Promise<string> {
  return signed({ alg: 'HS256', kid: 'k1' }, Buffer.from(String(publicKey.x), 'base64url'));
}

async function withPublicPem({ publicKey }: TokenMaker): Promise<string> {
  const pem = await exportSPKI((await importJWK(publicKey, 'EdDSA', { extractable: true })) as CryptoKey);
  return signed({ alg: 'HS256', kid: 'k1' }, Buffer.from(pem));
}

function withRsa(): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return signed({ alg: 'RS256', kid: 'k1' }, privateKey);
}

async function withOwnKey(): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return signed({ alg: 'EdDSA', kid: 'k1', jwk: await exportJWK(publicKey) }, privateKey);
}

function signed(
  header: Parameters<SignJWT['setProtectedHeader']>[0],
  key: Parameters<SignJWT['sign']>[0],
): Promise<string> {
  const token = new SignJWT({ data: { user: { id: '7' } } }).setProtectedHeader(header);
  return token.setIssuer(issuer).setIssuedAt().setNotBefore('0s').setExpirationTime('1h').sign(key);
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
