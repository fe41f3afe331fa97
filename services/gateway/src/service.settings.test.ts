import { beforeAll, expect, test } from '@jest/globals';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import { httpClient } from './testing/http-client.ts';
import { standInForServices } from './testing/stand-in-for-services.ts';

const posts = '/wp-json/svc-posts/v2';

const gateway = harnessOfSuite();
let url: string;

beforeAll(async () => {
  await standInForServices(gateway);
  ({ url } = await gateway.start());
});

test('logins from one address are limited, and the limit is per gateway', async () => {
  const { url: limited } = await gateway.start({ LOGIN_REQUESTS_PER_MINUTE: '2' });
  const login = () => httpClient(limited)('POST /wp-json/jwt-auth/v1/token', { body: { username: 'a' } });
  expect([(await login()).status, (await login()).status]).toEqual([403, 403]);
  const third = await login();
  expect(third).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(third.headers.get('retry-after')).toBe('60');
  expect(gateway.received).toHaveLength(2);
});

test('the address of a client is believed of a proxy only when one is set', async () => {
  // A client can put any address in front, and under other names: the proxy's own word is the last one.
  const headers = {
    'x-forwarded-for': '192.0.2.1, 203.0.113.9',
    'x-real-ip': '192.0.2.2',
    forwarded: 'for=192.0.2.3',
  };
  const addressSeenBy = async (base: string) => {
    gateway.received.length = 0;
    await httpClient(base)('POST /wp-json/jwt-auth/v1/token', { headers, body: {} });
    return (gateway.received[0]?.input as { address: string }).address;
  };
  expect(await addressSeenBy(url)).toBe('127.0.0.1');
  const { url: behindProxy } = await gateway.start({ TRUST_PROXY: 'loopback' });
  expect(await addressSeenBy(behindProxy)).toBe('203.0.113.9');
});

test.each<[sign: string, settings: Record<string, string>, isSeen: 'at start' | 'with a request' | 'never']>([
  ['an address with https', { PUBLIC_URL: 'https://records.test' }, 'at start'],
  ['a header of a proxy', { PUBLIC_URL: 'http://records.test' }, 'with a request'],
  ['both, of a proxy that is named', { PUBLIC_URL: 'https://records.test', TRUST_PROXY: '1' }, 'never'],
])('what a proxy means that nobody has named is said once: %s', async (_sign, settings, isSeen) => {
  const { url: base, gateway: running, logLines } = await gateway.start(settings);
  const warning = () => running.checks.find(({ name }) => name === 'proxy')?.check();
  const expected =
    isSeen === 'never' ? undefined : expect.stringMatching(/TRUST_PROXY is not set.*lock out all/);
  expect(await warning()).toEqual(isSeen === 'at start' ? expected : undefined);
  for (const address of ['203.0.113.9', '203.0.113.10'])
    await httpClient(base)(`GET ${posts}/contacts/12`, { headers: { 'x-forwarded-for': address } });
  expect(await warning()).toEqual(expected);
  expect(logLines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(isSeen === 'never' ? 0 : 1);
});

test('another API root is a setting', async () => {
  const token = await gateway.tokens.token();
  const { url: atRoot } = await gateway.start({ API_ROOT: '/' });
  expect((await httpClient(atRoot, token)('GET /svc-posts/v2/contacts/12')).status).toBe(200);
  expect((await httpClient(atRoot, token)(`GET ${posts}/contacts/12`)).status).toBe(404);
});

test('a port that is taken is named with its setting', async () => {
  const port = new URL(url).port;
  await expect(gateway.start({ GATEWAY_PORT: port })).rejects.toThrow(`GATEWAY_PORT ${port}`);
});
