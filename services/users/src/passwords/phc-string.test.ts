import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatPhc, parsePhc } from './phc-string.ts';

const bytes = fc.uint8Array({ minLength: 8, maxLength: 64 }).map((array) => Buffer.from(array));
const hash = fc.record({
  memory: fc.integer({ min: 8, max: 99_999_999 }),
  passes: fc.integer({ min: 1, max: 9_999 }),
  parallelism: fc.integer({ min: 1, max: 999 }),
  salt: bytes,
  hash: bytes,
});

test('what is written is read', () => {
  fc.assert(fc.property(hash, (value) => expect(parsePhc(formatPhc(value))).toEqual(value)));
});

test('the form is the one that other programs read', () => {
  const value = {
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    salt: Buffer.from('somesalt'),
    hash: Buffer.from('hash'),
  };
  expect(formatPhc(value)).toBe('$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA');
});

test.each([
  '',
  'plain text',
  '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA',
  '$argon2id$v=16$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA',
  '$argon2id$v=19$m=19456,t=2$c29tZXNhbHQ$aGFzaA',
  '$argon2id$v=19$m=19456,t=2,p=1$$aGFzaA',
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA\n',
])('%j is no argon2id hash', (text) => {
  expect(parsePhc(text)).toBeUndefined();
});
