import { expect, test } from '@jest/globals';
import { loadConfig } from '@svc/service-kit';
import { gatewaySettings } from './config.ts';

const load = (env: Record<string, string> = {}) => loadConfig(gatewaySettings, env);

test('trailing slashes of addresses and paths are removed', () => {
  expect(load({ PUBLIC_URL: 'https://a.test/records/', API_ROOT: '/api/v1/' })).toMatchObject({
    PUBLIC_URL: 'https://a.test/records',
    API_ROOT: '/api/v1',
  });
  expect(load({ API_ROOT: '/' }).API_ROOT).toBe('');
});

test('lists and proxies are parsed', () => {
  const env = { NAMESPACE_PREFIXES: 'svc, dt', CORS_ORIGINS: 'https://a.test,http://localhost:3000' };
  expect(load({ ...env, TRUST_PROXY: '2' })).toMatchObject({
    NAMESPACE_PREFIXES: ['svc', 'dt'],
    CORS_ORIGINS: ['https://a.test', 'http://localhost:3000'],
    TRUST_PROXY: 2,
  });
  expect(load({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).TRUST_PROXY).toBe('loopback, 10.0.0.0/8');
});

test.each([
  ['PUBLIC_URL', 'records.example.org'],
  ['PUBLIC_URL', 'ftp://a.test'],
  ['API_ROOT', 'wp-json'],
  ['API_ROOT', '/a(b)*'],
  ['NAMESPACE_PREFIXES', 'svc,(.*)'],
  ['CORS_ORIGINS', 'https://a.test/path'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'proxy.test'],
  ['READ_DEADLINE_MS', '0'],
  ['LONG_DEADLINE_MS', '60001'],
])('%s cannot be %s', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});
