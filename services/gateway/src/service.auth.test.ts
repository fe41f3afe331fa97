import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  makeApiKey,
  recordsGet,
  ServiceError,
  usersApiKeyActor,
  usersSiteLinkActor,
  usersSiteLinkCheck,
  type Actor,
  type OutputOf,
} from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import type { HttpClient } from './testing/http-client.ts';

const record = '/wp-json/svc-posts/v2/contacts/12';
const checkLink = 'POST /wp-json/svc-public/v1/sites/site_link_check';
const validate = 'POST /wp-json/jwt-auth/v1/token/validate';

const gateway = harnessOfSuite();
let http: HttpClient;
let token: string;
/** A client of a gateway behind a proxy. */
let proxied: HttpClient;
let logLines: readonly string[];
/** Bearers of site links that the stand-in for users accepts. */
const accepted = new Set<string>();
/** API keys that it knows, and those that have ended. */
const keys = new Set<string>();
const endedKeys = new Set<string>();

beforeAll(async () => {
  await gateway.standInForUsers();
  await gateway.standIn(recordsGet, () => ({ ID: 12 }) as OutputOf<typeof recordsGet>);
  await gateway.standIn(usersSiteLinkActor, ({ bearer }) => ({ actor: accepted.has(bearer) ? link : null }));
  await gateway.standIn(usersApiKeyActor, ({ key }) => {
    if (endedKeys.has(key)) throw new ServiceError('key_ended', 'Ended.');
    return { actor: keys.has(key) ? robot : null };
  });
  await gateway.standIn(usersSiteLinkCheck, () => true);
  ({ stranger: http } = await gateway.start());
  ({ stranger: proxied, logLines } = await gateway.start({ TRUST_PROXY: '1' }));
  token = await gateway.tokens.token();
});

beforeEach(() => {
  gateway.goneUsers.clear();
  accepted.clear();
});

const link: Actor = { ...userActor(0, 'Form', ['create_contacts']), kind: 'site_link', siteLinkId: 4 };
const robot: Actor = {
  ...userActor(9, 'Robot', ['access_contacts']),
  key: { id: 5, access: 'read', administration: false },
};
const overHttps = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
const asked = { code: 'rest_cannot_access', message: 'Only authenticated users can access the REST API.' };
const useless = { code: 'rest_cannot_access', message: 'Invalid token' };
const unknownBearer = { status: 401, body: useless };
const withoutHttps = {
  status: 401,
  body: {
    code: 'rest_cannot_access',
    message: expect.stringMatching(/over HTTPS only.*TRUST_PROXY.*DEBUG_MODE/),
  },
};

describe('a request without valid credentials', () => {
  test.each([
    [`GET ${record}`],
    ['GET /wp-json/svc-posts/v2/contacts/unknown/path'],
    ['PUT /wp-json/svc-posts/v2/contacts/12'],
    ['GET /wp-json/'],
    ['GET /wp-json/svc/v1/user/my'],
  ])('gets 401 for %s, whether the path exists or not', async (request) => {
    const answer = await http(request);
    expect(answer).toMatchObject({ status: 401, body: { ...asked, data: { status: 401 } } });
    expect(gateway.received).toEqual([]);
  });

  test.each([
    ['', asked],
    ...['a b', ''].map((bearer) => [`Bearer ${bearer}`.trim(), useless] as const),
    ...['abc', 'a.b', 'a.b.c.d'].map((bearer) => [`Bearer ${bearer}`, withoutHttps.body] as const),
    ['Basic dTpw', useless],
    ['xBearer a.b.c', useless],
  ])('with the header "%s" gets 401', async (authorization, error) => {
    const answer = await http(`GET ${record}`, { headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: error });
    expect(gateway.received).toEqual([]);
  });

  test('gets 404 for GET of the token path', async () => {
    const answer = await http('GET /wp-json/jwt-auth/v1/token');
    expect(answer).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
  });
});

describe('a JWT', () => {
  test('is accepted with any spelling of Bearer', async () => {
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token} `])
      expect((await http(`GET ${record}`, { headers: { authorization } })).status).toBe(200);
  });

  test('of a removed user is refused with 403 after the event of the user', async () => {
    const theirs = await gateway.tokens.token({ user: { id: '31' } });
    expect((await http(`GET ${record}`, { token: theirs })).status).toBe(200);
    gateway.goneUsers.add(31);
    const event = { data: { user: { id: 31 } } };
    await gateway.harness.publish({ subject: 'svc.events.user.-.updated', content: event });
    await until(async () => {
      const answer = await http(`GET ${record}`, { token: theirs });
      expect(answer).toMatchObject({ status: 403, body: { code: 'jwt_auth_invalid_token' } });
    });
  });

  test('passes its version and its time to the users service', async () => {
    const seen = gateway.harness.bus.subscribe('svc.rpc.users.actor', { max: 1 });
    await gateway.harness.bus.flush();
    await http(`GET ${record}`, { token: await gateway.tokens.token({ user: { id: '32', tv: 4 } }) });
    const expected = { user_id: 32, token_version: 4, token_issued_at: expect.any(Number) };
    for await (const message of seen) expect(message.json()).toEqual(expected);
  });
});

describe('token/validate', () => {
  test('accepts a valid token', async () => {
    const body = { code: 'jwt_auth_valid_token', data: { status: 200 } };
    expect(await http(validate, { token })).toMatchObject({ status: 200, body });
  });

  test('answers false without a JWT', async () => {
    const none = { status: 200, body: false };
    expect(await http(validate)).toMatchObject(none);
    for (const authorization of ['Bearer nodots', 'Basic dTpw', 'Basic u.p.w'])
      expect(await http(validate, { headers: { authorization } })).toMatchObject(none);
  });

  test('refuses a malformed token', async () => {
    const message = 'Authorization header malformed.';
    const body = { code: 'jwt_auth_bad_auth_header', message, data: { status: 403 } };
    expect(await http(validate, { token: 'a.b' })).toMatchObject({ status: 403, body });
  });
});

const askedFor = (name: string) => gateway.received.filter(({ operation }) => operation === name);
const send = (token: string, headers: Record<string, string> = overHttps) =>
  proxied(`GET ${record}`, { token, headers });

test('an opaque bearer is resolved with the client address to the site link as caller', async () => {
  accepted.add('first');
  expect((await send('first')).status).toBe(200);
  const input = { bearer: 'first', address: '203.0.113.9' };
  const actor = { kind: 'system', displayName: 'gateway' };
  expect(gateway.received).toMatchObject([
    { operation: 'users.site_link_actor', input, actor },
    { operation: 'records.get', actor: link },
  ]);
});

test('an accepted bearer is cached per client address', async () => {
  accepted.add('second');
  await Promise.all([send('second'), send('second')]);
  await send('second');
  expect(askedFor('users.site_link_actor')).toHaveLength(1);
  await send('second', { ...overHttps, 'x-forwarded-for': '203.0.113.10' });
  expect(askedFor('users.site_link_actor')).toHaveLength(2);
});

test('a bearer that is longer than any token is refused like an unknown one, and not looked up', async () => {
  expect(await send('x'.repeat(5_001))).toMatchObject(unknownBearer);
  expect(askedFor('users.site_link_actor')).toEqual([]);
});

test('a refused bearer is not cached', async () => {
  for (let count = 0; count < 3; count += 1) expect(await send('third')).toMatchObject(unknownBearer);
  expect(askedFor('users.site_link_actor')).toHaveLength(3);
  accepted.add('third');
  expect((await send('third')).status).toBe(200);
});

test('a cached site link is dropped when it is deleted', async () => {
  accepted.add('fourth');
  expect((await send('fourth')).status).toBe(200);
  accepted.delete('fourth');
  await gateway.harness.publish({ subject: 'svc.events.site_link.-.deleted', content: {} });
  await until(async () => expect(await send('fourth')).toMatchObject(unknownBearer));
});

test.each<[string, Record<string, string>]>([
  ['no proxy header', {}],
  ['X-Forwarded-Proto: http', { 'x-forwarded-proto': 'http' }],
  ['a forged https before the http of the proxy', { 'x-forwarded-proto': 'https, http' }],
])('a bearer without HTTPS (%s) is refused without a request to a service', async (_what, headers) => {
  accepted.add('fifth');
  expect(await send('fifth', headers)).toMatchObject(withoutHttps);
  expect(await send('unknown', headers)).toMatchObject(withoutHttps);
  expect(gateway.received).toEqual([]);
});

test('X-Forwarded-Proto is ignored when no proxy is trusted', async () => {
  accepted.add('sixth');
  expect(await http(`GET ${record}`, { token: 'sixth', headers: overHttps })).toMatchObject(withoutHttps);
  const body = { transfer_token: 'sixth' };
  await http(checkLink, { headers: overHttps, body });
  expect(gateway.received).toMatchObject([{ input: { address: '127.0.0.1', is_secure: false } }]);
});

test('a bearer from the same machine needs no HTTPS unless it came through a proxy', async () => {
  accepted.add('local');
  const { stranger: local } = await gateway.start({ PUBLIC_URL: 'http://127.0.0.1:8080' });
  expect((await local(`GET ${record}`, { token: 'local' })).status).toBe(200);
  expect(await local(`GET ${record}`, { token: 'wrong' })).toMatchObject(unknownBearer);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect(await local(`GET ${record}`, { token: 'local', headers })).toMatchObject(withoutHttps);
});

test('in debug mode a bearer needs no HTTPS', async () => {
  accepted.add('seventh');
  const { stranger: debugging } = await gateway.start({ DEBUG_MODE: 'true' });
  expect((await debugging(`GET ${record}`, { token: 'seventh' })).status).toBe(200);
});

test('a public endpoint does not resolve the bearer', async () => {
  accepted.add('eighth');
  const body = { transfer_token: 'x' };
  await proxied(checkLink, { token: 'eighth', headers: overHttps, body });
  const input = { transfer_token: 'x', is_secure: true };
  expect(gateway.received).toMatchObject([
    { operation: 'users.site_link_check', input, actor: { capabilities: [] } },
  ]);
});

test('the log has the id of the site link and not its bearer', async () => {
  accepted.add('ninth-bearer');
  await send('ninth-bearer');
  await until(() => expect(logLines.some((line) => line.includes('"siteLinkId":4'))).toBe(true));
  expect(logLines.join()).not.toContain('ninth-bearer');
});

describe('an API key', () => {
  const newKey = () => {
    const key = makeApiKey();
    keys.add(key);
    return key;
  };
  const get = (key: string, client = http) => client(`GET ${record}`, { token: key });

  test('is resolved once with the client address to its user, whatever the address later', async () => {
    const key = newKey();
    expect((await send(key)).status).toBe(200);
    expect((await send(key, { ...overHttps, 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
    expect(askedFor('users.api_key_actor')).toMatchObject([{ input: { key, address: '203.0.113.9' } }]);
    expect(askedFor('records.get')).toMatchObject([{ actor: robot }, { actor: robot }]);
  });

  test.each([
    ['mistyped', (key: string) => key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['cut off', (key: string) => key.slice(0, -1)],
    ['empty', () => 'rvk_'],
  ])(
    'that is %s is refused without a request to a service, and the answer says so',
    async (_what, change) => {
      const body = { code: 'rest_cannot_access', message: expect.stringContaining('checksum') };
      expect(await get(change(newKey()))).toMatchObject({ status: 401, body });
      expect(gateway.received).toEqual([]);
    },
  );

  test('that is unknown is refused like any unknown bearer, each time anew', async () => {
    const key = makeApiKey();
    for (let time = 0; time < 2; time += 1) expect(await get(key)).toMatchObject(unknownBearer);
    expect(askedFor('users.api_key_actor')).toHaveLength(2);
  });

  test.each(['svc.events.user.-.updated', 'svc.events.user.-.deleted'])(
    'that was revoked is refused after %s',
    async (subject) => {
      const key = newKey();
      expect((await get(key)).status).toBe(200);
      endedKeys.add(key);
      await gateway.harness.publish({ subject, content: { data: { user: { id: 9 } } } });
      await until(async () => {
        expect(await get(key)).toMatchObject({ status: 401, body: { code: 'key_ended' } });
      });
    },
  );

  test('is not in the log, but its id is', async () => {
    const key = newKey();
    await send(key);
    await until(() => expect(logLines.some((line) => line.includes('"apiKeyId":5'))).toBe(true));
    expect(logLines.join()).not.toContain(key);
  });

  test('has a limit of requests if a setting says so, which the answers report', async () => {
    const { stranger: limited, http: byJwt } = await gateway.start({ KEY_REQUESTS_PER_MINUTE: '2' });
    const key = newKey();
    const first = await get(key, limited);
    const reported = ['limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`));
    expect(reported).toEqual(['2', '1', expect.stringMatching(/^\d+$/)]);
    await get(key, limited);
    const refused = await get(key, limited);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await byJwt(`GET ${record}`)).headers.get('ratelimit-limit')).toBeNull();
  });
});
