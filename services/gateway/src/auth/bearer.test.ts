import { expect, test } from '@jest/globals';
import { looksLikeJwt, readBearer } from './bearer.ts';

test.each([
  ['Bearer a.b.c', 'a.b.c'],
  ['bearer abc', 'abc'],
  ['BEARER  abc ', 'abc'],
  [undefined, undefined],
  ['', undefined],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearer a b', undefined],
  ['Basic dTpw', undefined],
  ['xBearer abc', undefined],
])('%s holds the token %s', (header, token) => {
  expect(readBearer(header)).toBe(token);
});

test('a JWT has three parts', () => {
  expect(['a.b.c', 'a.b', 'a', 'a.b.c.d'].map(looksLikeJwt)).toEqual([true, false, false, false]);
});
