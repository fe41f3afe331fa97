import { expect, test } from '@jest/globals';
import { isLoopback } from './is-loopback.ts';

test.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is a loopback address',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '',
  '10.0.0.1',
  '127.example.org',
  'localhost.example.org',
  '::',
  '0.0.0.0',
  '::ffff:10.0.0.1',
  '[fe80::1]',
])('%j is not a loopback address', (host) => {
  expect(isLoopback(host)).toBe(false);
});
