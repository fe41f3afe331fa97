import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { acceptedBearers, hourOf, siteKey, transferToken } from './site-key.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const link = { token: 'a'.repeat(64), site1: 'one.example.org', site2: 'two.example.org' };

test('the site key and the tokens of an hour equal those that other sites derive', () => {
  expect(siteKey(link)).toBe(md5(`${link.token}one.example.orgtwo.example.org`));
  expect(transferToken(siteKey(link), '2026-01-3107')).toBe(md5(`${siteKey(link)}2026-01-3107`));
  expect(siteKey({ token: 'T', site1: 'a', site2: 'b' })).not.toBe(
    siteKey({ token: 'T', site1: 'b', site2: 'a' }),
  );
});

test.each([
  ['2026-01-31T07:59:59.999Z', 0, '2026-01-3107'],
  ['2026-01-31T23:30:00.000Z', 1, '2026-02-0100'],
  ['2026-01-01T00:30:00.000Z', -1, '2025-12-3123'],
  ['2024-02-28T23:00:00.000Z', 1, '2024-02-2900'],
])('the hour of %s with the offset %i is %s', (moment, offset, hour) => {
  expect(hourOf(new Date(moment), offset)).toBe(hour);
});

test('a link accepts tokens of three hours, a link with an API key only its own token', () => {
  const now = new Date('2026-01-31T23:30:00.000Z');
  const key = siteKey(link);
  const hours = ['2026-01-3122', '2026-01-3123', '2026-02-0100'];
  expect(acceptedBearers({ ...link, apiKey: false }, now)).toEqual(
    hours.map((hour) => transferToken(key, hour)),
  );
  expect(acceptedBearers({ ...link, apiKey: true }, now)).toEqual([link.token]);
});
