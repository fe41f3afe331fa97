import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { decodeProtectedHeader, importJWK, jwtVerify, type CryptoKey, type JWK } from 'jose';
import { issueToken } from './issue-token.ts';
import { makeSigningKey } from './make-signing-key.ts';
import { unseal } from './seal.ts';

const encryptionKey = randomBytes(32);
const issuer = 'https://records.example.org';

test('a token says who, by whom, since when and until when', async () => {
  const key = await makeSigningKey(encryptionKey, 60);
  const jwk = JSON.parse(unseal(key.privateKey, encryptionKey, key._id) as string) as JWK;
  const signer = { kid: key._id, privateKey: (await importJWK(jwk, 'EdDSA')) as CryptoKey };
  const before = Math.floor(Date.now() / 1000);
  const token = await issueToken(signer, { userId: 7, tokenVersion: 3, issuer, lifetimeSeconds: 604_800 });

  const { payload } = await jwtVerify(token, await importJWK(key.publicKey, 'EdDSA'), { issuer });
  const iat = payload.iat as number;
  expect(iat).toBeGreaterThanOrEqual(before);
  expect(iat).toBeLessThanOrEqual(Date.now() / 1000);
  expect(payload).toEqual({
    iss: issuer,
    iat,
    nbf: iat,
    exp: iat + 604_800,
    jti: expect.any(String),
    data: { user: { id: '7', tv: 3 } },
  });
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: key._id });
});
