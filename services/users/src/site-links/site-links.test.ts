import { expect, test } from '@jest/globals';
import { acceptsBearersAt } from './site-links.ts';

test.each([
  ['https://records.example.org', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://records.example.org', false],
  ['http://192.168.0.7:8080', false],
])('whether %s accepts bearers of site links is %s', (publicUrl, accepts) => {
  expect(acceptsBearersAt(publicUrl)).toBe(accepts);
});
