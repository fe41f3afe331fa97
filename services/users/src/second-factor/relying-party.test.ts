import { expect, test } from '@jest/globals';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://records.example.org', 'records.example.org', 'https://records.example.org'],
  ['https://records.example.org:8443', 'records.example.org', 'https://records.example.org:8443'],
  ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
  ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
  ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
])('the passkeys of %s are those of %s', (publicUrl, id, origin) => {
  expect(relyingPartyOf({ publicUrl, origins: [] })).toMatchObject({ id, origins: [origin] });
});

test.each(['https://203.0.113.7', 'https://[2001:db8::1]', 'http://records.example.org'])(
  '%s has no passkeys: browsers refuse them there',
  (publicUrl) => {
    expect(relyingPartyOf({ publicUrl, origins: [] })).toBeNull();
  },
);

test('a domain above the host has passkeys for its other hosts too', () => {
  const publicUrl = 'https://api.example.org';
  const given = { publicUrl, domain: 'example.org', origins: ['https://app.example.org/'] };
  expect(relyingPartyOf(given)).toEqual({
    id: 'example.org',
    name: 'api.example.org',
    origins: [publicUrl, 'https://app.example.org'],
  });
});

test.each([
  'https://app.example.net',
  'https://badexample.org',
  'http://app.example.org',
  'https://203.0.113.7',
])('the origin %s is refused for the domain example.org', (origin) => {
  const given = { publicUrl: 'https://example.org', origins: [origin] };
  expect(() => relyingPartyOf(given)).toThrow(`${origin} is not an https origin`);
});

test('a domain of which no page is known is refused', () => {
  const given = { publicUrl: 'https://api.example.org', domain: 'example.net', origins: [] };
  expect(() => relyingPartyOf(given)).toThrow('PASSKEY_DOMAIN');
});
