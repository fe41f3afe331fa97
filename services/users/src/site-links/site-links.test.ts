import { expect, test } from '@jest/globals';
import { acceptsBearersAt } from './site-links.ts';

test.each([
  ['https://records.example.org', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://records.example.org', false],
  ['http://192.168.0.7:8080', false],
])('bearers of site links are accepted at %s: %s', (publicUrl, accepts) => {
  expect(acceptsBearersAt(publicUrl)).toBe(accepts);
});
