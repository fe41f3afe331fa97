import { generateKeyPairSync } from 'node:crypto';
import { exportSPKI, exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey } from 'jose';
import { TokenMaker } from './token-maker.ts';

const issuer = 'https://records.test';
const signature = 'Signature verification failed';
const undecodable = 'Syntax error, malformed JSON';

/** A token that is no good: what it is, how it is made, and what `token/validate` says of it. */
export type ForgedToken = [
  what: string,
  make: (maker: TokenMaker) => Promise<string>,
  code: string,
  message: string,
];

/** Everything that a token can be that is not one of ours, still good (docs/authentication.md#tokens-of-users). */
export const forgedTokens: readonly ForgedToken[] = [
  [
    'without a signature and its algorithm',
    (maker) => unsigned(maker, 'none'),
    'jwt_auth_invalid_token',
    signature,
  ],
  ['of the algorithm None', (maker) => unsigned(maker, 'None'), 'jwt_auth_invalid_token', signature],
  ['of no algorithm', (maker) => unsigned(maker, undefined), 'jwt_auth_invalid_token', undecodable],
  ['without its signature', async (maker) => cut(await maker.token()), 'jwt_auth_invalid_token', signature],
  ['signed with the public key as secret', withPublicBytes, 'jwt_auth_invalid_token', signature],
  ['signed with the public key’s PEM as secret', withPublicPem, 'jwt_auth_invalid_token', signature],
  ['of another algorithm', withRsa, 'jwt_auth_invalid_token', signature],
  ['signed with a key that it brings along', withOwnKey, 'jwt_auth_invalid_token', signature],
  ['signed with another key of the same name', () => foreign('k1'), 'jwt_auth_invalid_token', signature],
  ['signed with an unknown key', () => foreign('k9'), 'jwt_auth_invalid_token', signature],
  ['of an unknown key id', (maker) => maker.token({ kid: 'k9' }), 'jwt_auth_invalid_token', signature],
  ['changed to be another user’s', changed, 'jwt_auth_invalid_token', signature],
  ['of another server', other, 'jwt_auth_bad_iss', 'The iss do not match with this server'],
  ['expired', (maker) => maker.token({ lifetime: -1 }), 'jwt_auth_invalid_token', 'Expired token'],
  [
    'without an end',
    (maker) => maker.token({ lifetime: undefined }),
    'jwt_auth_invalid_token',
    missing('exp'),
  ],
  ['valid later', (maker) => maker.token({ notBefore: 600 }), 'jwt_auth_invalid_token', missing('nbf')],
  ['without a user', (maker) => maker.token({ user: undefined }), 'jwt_auth_bad_request', noUser()],
  ['of no user’s id', (maker) => maker.token({ user: { id: '0' } }), 'jwt_auth_bad_request', noUser()],
  [
    'of a user who is none',
    (maker) => maker.token({ user: { id: 'bob' } }),
    'jwt_auth_bad_request',
    noUser(),
  ],
  [
    'of several users',
    (maker) => maker.token({ user: { id: { $gt: 0 } } }),
    'jwt_auth_bad_request',
    noUser(),
  ],
  ['of a user who is true', (maker) => maker.token({ user: { id: true } }), 'jwt_auth_bad_request', noUser()],
  ['of half a user', (maker) => maker.token({ user: { id: '7.5' } }), 'jwt_auth_bad_request', noUser()],
  ['of a list of users', (maker) => maker.token({ user: { id: ['7'] } }), 'jwt_auth_bad_request', noUser()],
  ['three words', async () => 'not.a.token', 'jwt_auth_invalid_token', undecodable],
  ['three parts of nothing', async () => '..', 'jwt_auth_invalid_token', undecodable],
];

function missing(claim: string): string {
  return `The claim ${claim} is missing or not valid`;
}

function noUser(): string {
  return 'User ID not found in the token';
}

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

function other(maker: TokenMaker): Promise<string> {
  return maker.token({ issuer: 'https://b.test' });
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
