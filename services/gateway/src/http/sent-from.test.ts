import { expect, test } from '@jest/globals';
import { sentFrom } from './sent-from.ts';

type Parts = {
  remote?: string;
  local?: string;
  headers?: Record<string, string>;
  config?: Partial<Parameters<typeof sentFrom>[2]>;
};

const state = {} as Parameters<typeof sentFrom>[1];

/** A request over plain HTTP from this machine to itself, with these differences. */
function isSecure({ remote = '127.0.0.1', local = '127.0.0.1', headers = {}, config = {} }: Parts): boolean {
  const request = {
    ip: remote,
    secure: false,
    headers: { host: '127.0.0.1:8080', ...headers },
    socket: { remoteAddress: remote, localAddress: local },
  };
  const settings = { DEBUG_MODE: false, TRUST_PROXY: 0, PUBLIC_URL: 'http://127.0.0.1:8080', ...config };
  return sentFrom(request, state, settings).isSecure;
}

test.each<[string, Parts]>([
  ['IPv4', {}],
  ['IPv6', { remote: '::1', local: '::1', headers: { host: '[::1]:8080' } }],
  ['IPv4 in IPv6', { remote: '::ffff:127.0.0.1', local: '::ffff:127.0.0.1' }],
  [
    'the name localhost',
    { headers: { host: 'localhost:8080' }, config: { PUBLIC_URL: 'http://localhost:8080' } },
  ],
])('a loopback request is secure without HTTPS: %s', (_what, parts) => {
  expect(isSecure(parts)).toBe(true);
});

test.each<[string, Parts]>([
  ['from another machine', { remote: '192.0.2.7' }],
  ['to another address of this machine', { local: '192.0.2.1' }],
  ['to another host', { headers: { host: 'records.example.org' } }],
  ['to a host that begins like an address', { headers: { host: '127.0.0.1.example.org' } }],
  ['to no host', { headers: { host: '' } }],
  ['through a proxy that names the client', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['through a proxy that claims HTTPS', { headers: { 'x-forwarded-proto': 'https' } }],
  ['through a proxy with a standard header', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['through a proxy that names itself', { headers: { via: '1.1 proxy' } }],
  ['through a proxy with X-Real-IP', { headers: { 'x-real-ip': '127.0.0.1' } }],
  ['when a proxy is configured', { config: { TRUST_PROXY: 1 } }],
  [
    'when the public URL is not a loopback address',
    { config: { PUBLIC_URL: 'https://records.example.org' } },
  ],
])('a request without HTTPS is not secure %s', (_what, parts) => {
  expect(isSecure(parts)).toBe(false);
});

test('in debug mode every request is secure', () => {
  expect(isSecure({ remote: '192.0.2.7', config: { DEBUG_MODE: true } })).toBe(true);
});
