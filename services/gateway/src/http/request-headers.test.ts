import { expect, test } from '@jest/globals';
import { problemOf } from '@svc/testing';
import { idempotencyKeyOf, newTraceparent, requestIdOf, traceparentOf } from './request-headers.ts';

test('a valid request id is kept, an invalid one is replaced', () => {
  expect(requestIdOf('app-1:42.b_c')).toBe('app-1:42.b_c');
  for (const header of [undefined, '', 'a b', 'a\tb', 'x'.repeat(129), '<script>'])
    expect(requestIdOf(header)).toMatch(/^[\da-f-]{36}$/);
});

test('a trace context that is invalid by the W3C specification is dropped', () => {
  const valid = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  expect(traceparentOf(valid)).toBe(valid);
  const ofNothing = `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`;
  for (const header of [undefined, 'x', valid.toUpperCase(), ofNothing, `ff${valid.slice(2)}`])
    expect(traceparentOf(header)).toBeUndefined();
});

test('a new trace has a unique id and is not sampled', () => {
  expect(newTraceparent()).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  const ids = Array.from({ length: 500 }, () => newTraceparent().split('-'));
  for (const place of [1, 2]) expect(new Set(ids.map((parts) => parts[place])).size).toBe(500);
});

test('an idempotency key is 1 to 200 visible ASCII characters', () => {
  expect(idempotencyKeyOf(undefined)).toBeUndefined();
  expect(idempotencyKeyOf('!~'.repeat(100))).toBe('!~'.repeat(100));
  for (const header of ['', 'a b', 'é', 'x'.repeat(201), ['a', 'b']])
    expect(problemOf(() => idempotencyKeyOf(header))).toMatchObject({ code: 'invalid_idempotency_key' });
});
