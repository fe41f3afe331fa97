import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  recordsGet,
  usersSiteLinkActor,
  usersSiteLinkCheck,
  type Actor,
  type OutputOf,
} from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import { httpClient, type HttpClient } from './testing/http-client.ts';

const record = 'GET /wp-json/svc-posts/v2/contacts/12';
const link: Actor = {
  kind: 'site_link',
  userId: 0,
  displayName: 'Form',
  email: '',
  roles: [],
  locale: 'en_US',
  capabilities: ['create_contacts'],
  siteLinkId: 4,
};
const unknown = { status: 401, body: { code: 'rest_cannot_access', message: 'Invalid token' } };
const overHttps = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };

const gateway = harnessOfSuite();
let proxied: HttpClient;
let logLines: readonly string[];
/** Bearers that the stand-in for users accepts. */
const accepted = new Set<string>();

beforeAll(async () => {
  await gateway.standInForUsers();
  await gateway.standIn(usersSiteLinkActor, ({ bearer }) => ({ actor: accepted.has(bearer) ? link : null }));
  await gateway.standIn(usersSiteLinkCheck, () => true);
  await gateway.standIn(recordsGet, () => ({ ID: 12 }) as OutputOf<typeof recordsGet>);
  const started = await gateway.start({ TRUST_PROXY: '1' });
  logLines = started.logLines;
  proxied = httpClient(started.url);
});

beforeEach(() => {
  accepted.clear();
});

const askedFor = (name: string) => gateway.received.filter(({ operation }) => operation === name);
const send = (token: string, headers: Record<string, string> = overHttps) =>
  proxied(record, { token, headers });

test('a bearer that is no JWT is asked for with its address, and its link is the caller', async () => {
  accepted.add('first');
  expect((await send('first')).status).toBe(200);
  expect(gateway.received).toMatchObject([
    {
      operation: 'users.site_link_actor',
      input: { bearer: 'first', address: '203.0.113.9' },
      actor: { kind: 'system', displayName: 'gateway' },
    },
    { operation: 'records.get', actor: link },
  ]);
});

test('a bearer that was accepted is not asked for again, from its own address', async () => {
  accepted.add('second');
  await Promise.all([send('second'), send('second')]);
  await send('second');
  expect(askedFor('users.site_link_actor')).toHaveLength(1);
  await send('second', { ...overHttps, 'x-forwarded-for': '203.0.113.10' });
  expect(askedFor('users.site_link_actor')).toHaveLength(2);
});

test('a bearer that was refused is asked for each time', async () => {
  for (let count = 0; count < 3; count += 1) expect(await send('third')).toMatchObject(unknown);
  expect(askedFor('users.site_link_actor')).toHaveLength(3);
  accepted.add('third');
  expect((await send('third')).status).toBe(200);
});

test('a link that has changed is forgotten', async () => {
  accepted.add('fourth');
  expect((await send('fourth')).status).toBe(200);
  accepted.delete('fourth');
  await gateway.harness.publish({ subject: 'svc.events.site_link.-.deleted', content: {} });
  await until(async () => expect(await send('fourth')).toMatchObject(unknown));
});

test.each<[string, Record<string, string>]>([
  ['not a word of the proxy', {}],
  ['http', { 'x-forwarded-proto': 'http' }],
  ['https that somebody put in front of the proxy’s http', { 'x-forwarded-proto': 'https, http' }],
])('without HTTPS, by %s, nobody is asked for a bearer', async (_what, headers) => {
  accepted.add('fifth');
  expect(await send('fifth', headers)).toMatchObject(unknown);
  expect(gateway.received).toEqual([]);
});

test('where no proxy is trusted, nobody can say that it came over HTTPS', async () => {
  accepted.add('sixth');
  const direct = httpClient((await gateway.start()).url);
  expect(await direct(record, { token: 'sixth', headers: overHttps })).toMatchObject(unknown);
  const body = { transfer_token: 'sixth' };
  await direct('POST /wp-json/svc-public/v1/sites/site_link_check', { headers: overHttps, body });
  expect(gateway.received).toMatchObject([{ input: { address: '127.0.0.1', is_secure: false } }]);
});

test('in debug mode a bearer needs no HTTPS', async () => {
  accepted.add('seventh');
  const debugging = httpClient((await gateway.start({ DEBUG_MODE: 'true' })).url);
  expect((await debugging(record, { token: 'seventh' })).status).toBe(200);
});

test('an open endpoint tells users nothing of the bearer', async () => {
  accepted.add('eighth');
  const body = { transfer_token: 'x' };
  await proxied('POST /wp-json/svc-public/v1/sites/site_link_check', {
    token: 'eighth',
    headers: overHttps,
    body,
  });
  expect(gateway.received).toMatchObject([
    {
      operation: 'users.site_link_check',
      input: { transfer_token: 'x', is_secure: true },
      actor: { capabilities: [] },
    },
  ]);
});

test('the log says which link it was, and nothing of its bearer', async () => {
  accepted.add('ninth-bearer');
  await send('ninth-bearer');
  await until(() => expect(logLines.some((line) => line.includes('"siteLinkId":4'))).toBe(true));
  expect(logLines.join()).not.toContain('ninth-bearer');
});
