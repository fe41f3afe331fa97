import { expect, test } from '@jest/globals';
import { makeTotpSecret, otpauthUrl, periodOfCode } from './totp.ts';

/** The secret of RFC 6238, appendix B, in base 32; its codes there have eight digits, of which an app shows the last six. */
const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %s the code of RFC 6238 is accepted', (seconds, code) => {
  expect(periodOfCode(rfc, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
});

test('a code is accepted for one period more on either side, as that of its own period', () => {
  const at = (seconds: number) => periodOfCode(rfc, '081804', new Date((1_111_111_109 + seconds) * 1_000));
  const own = at(0);
  expect([at(30), at(-30)]).toEqual([own, own]);
  expect([at(60), at(-60)]).toEqual([undefined, undefined]);
});

test.each(['', '28708', '2870822', '28708x', 'abcdef'])('%j is no code', (code) => {
  expect(periodOfCode(rfc, code, new Date(59_000))).toBeUndefined();
});

test('secrets have 160 bits and differ, and apps can read their address', () => {
  const secret = makeTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(secret);
  const url = new URL(otpauthUrl(secret, { issuer: 'records.example.org', label: 'mona@ref.test' }));
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(url.pathname)).toBe('/records.example.org:mona@ref.test');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret, issuer: 'records.example.org' });
});
