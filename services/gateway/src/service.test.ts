import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  commentsCreate,
  commentsDelete,
  recordsCreate,
  recordsDelete,
  recordsGet,
  recordsList,
  recordsUpdate,
  searchAdvanced,
  ServiceError,
  usersLogin,
  usersUpdate,
  type OutputOf,
} from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { GatewayBed } from './testing/gateway-bed.ts';
import { httpClient, type HttpClient } from './testing/http-client.ts';

type RecordShape = OutputOf<typeof recordsGet>;

const bob = { ID: 12, name: 'Bob', title: 'Bob 李' } as RecordShape;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const posts = '/wp-json/svc-posts/v2';

let gateway: GatewayBed;
let url: string;
let http: HttpClient;
let large: string;
let logLines: readonly string[];
let metrics: () => Promise<string>;

beforeAll(async () => {
  gateway = await GatewayBed.open();
  await gateway.standInForUsers();
  await gateway.standIn(recordsCreate, () => bob);
  await gateway.standIn(recordsUpdate, () => bob);
  await gateway.standIn(recordsDelete, () => true);
  await gateway.standIn(recordsGet, ({ id }) => {
    if (id === 12) return bob;
    throw new ServiceError('get_post', `No permissions to read contacts with ID ${id}`);
  });
  await gateway.standIn(recordsList, ({ query }) => {
    if (query['name'] === 'large')
      return { posts: [{ name: large }], total: 1 } as OutputOf<typeof recordsList>;
    return { posts: [], total: 0 };
  });
  await gateway.standIn(commentsCreate, () => ({ comment_ID: '1' }) as OutputOf<typeof commentsCreate>);
  await gateway.standIn(commentsDelete, () => true);
  await gateway.standIn(usersUpdate, () => true);
  await gateway.standIn(searchAdvanced, () => ({ hits: [], total_hits: 0 }));
  await gateway.standIn(usersLogin, ({ password }) => {
    const options = { data: { retry_after: 17.2 } };
    if (password === 'often') throw new ServiceError('too_many_requests', 'Too many attempts.', options);
    throw new ServiceError('jwt_auth_failed', 'Invalid Credentials.');
  });
  large = '好'.repeat(5_000_000);
  ({ url, logLines, metrics } = await gateway.start({
    NAMESPACE_PREFIXES: 'svc,dt',
    CORS_ORIGINS: 'https://app.test',
  }));
  http = httpClient(url, await gateway.tokens.token());
}, 120_000);

afterAll(() => gateway?.close());

beforeEach(() => {
  gateway.received.length = 0;
});

const inputs = () => gateway.received.map(({ operation, input }) => [operation, input]);

describe('a request becomes an operation', () => {
  test.each<[request: string, body: object | string | undefined, operation: string, input: unknown]>([
    [
      `POST ${posts}/contacts`,
      { name: 'Bob' },
      'records.create',
      {
        post_type: 'contacts',
        fields: { name: 'Bob' },
        silent: false,
      },
    ],
    [
      `POST ${posts}/contacts/?silent=true`,
      {},
      'records.create',
      { post_type: 'contacts', fields: {}, silent: true },
    ],
    [
      `POST ${posts}/contacts/12?silent=1`,
      { age: 4 },
      'records.update',
      {
        post_type: 'contacts',
        id: 12,
        fields: { age: 4 },
        silent: true,
      },
    ],
    [
      `POST ${posts}/contacts/12?silent=false`,
      { silent: true },
      'records.update',
      {
        post_type: 'contacts',
        id: 12,
        fields: { silent: true },
        silent: false,
      },
    ],
    [`GET ${posts}/contacts/12`, undefined, 'records.get', { post_type: 'contacts', id: 12 }],
    [`GET ${posts}/contacts/12/`, undefined, 'records.get', { post_type: 'contacts', id: 12 }],
    ['GET /wp-json/dt-posts/v2/contacts/12', undefined, 'records.get', { post_type: 'contacts', id: 12 }],
    [
      'GET /wp-json/svc-posts/contacts/v2/post-type/12',
      undefined,
      'records.get',
      { post_type: 'contacts', id: 12 },
    ],
    [`DELETE ${posts}/contacts/12`, undefined, 'records.delete', { post_type: 'contacts', id: 12 }],
    [`DELETE ${posts}/contacts/12`, {}, 'records.delete', { post_type: 'contacts', id: 12 }],
    [
      `GET ${posts}/contacts?assigned_to%5B%5D=me&dt_recent`,
      undefined,
      'records.list',
      {
        post_type: 'contacts',
        query: { assigned_to: ['me'], dt_recent: '' },
      },
    ],
    [
      `GET ${posts}/contacts/list?limit=5`,
      undefined,
      'records.list',
      { post_type: 'contacts', query: { limit: '5' } },
    ],
    [
      `POST ${posts}/contacts/list?limit=9`,
      { tags: [] },
      'records.list',
      { post_type: 'contacts', query: { tags: [] } },
    ],
    [
      `POST ${posts}/contacts/list?limit=9`,
      undefined,
      'records.list',
      { post_type: 'contacts', query: { limit: '9' } },
    ],
    [
      `POST ${posts}/contacts/12/comments`,
      { comment: 'Hi', other: 1 },
      'comments.create',
      {
        post_type: 'contacts',
        id: 12,
        comment: 'Hi',
        silent: false,
        origin: { ip: '127.0.0.1', user_agent: 'node' },
      },
    ],
    [
      'DELETE /wp-json/svc/v2/contacts/12/comments/3',
      undefined,
      'comments.delete',
      {
        post_type: 'contacts',
        id: 12,
        comment_id: 3,
      },
    ],
    [
      'POST /wp-json/dt/v1/user/update',
      { locale: 'fr_FR' },
      'users.update',
      { settings: { locale: 'fr_FR' } },
    ],
    [
      `GET ${posts}/posts/search/advanced_search?query=bob%2520smith&post_type=all&offset=0&post=true&meta=false`,
      undefined,
      'search.advanced',
      { query: 'bob smith', post_type: 'all', offset: 0, post: true, meta: false },
    ],
    [
      `GET ${posts}/posts/search/advanced_search?query=100%25&post_type=all`,
      undefined,
      'search.advanced',
      {
        query: '100%',
        post_type: 'all',
        offset: 0,
      },
    ],
  ])('%s %j', async (request, body, operation, input) => {
    const answer = await http(request, body === undefined ? {} : { body });
    expect(answer.status).toBe(200);
    expect(inputs()).toEqual([[operation, input]]);
    expect(gateway.received[0]?.actor).toMatchObject({ kind: 'user', userId: 7, displayName: 'User 7' });
  });

  test('a form is as good as JSON', async () => {
    await http(`POST ${posts}/contacts`, {
      headers: form,
      body: 'name=Bob&tags%5Bvalues%5D%5B0%5D%5Bvalue%5D=a',
    });
    const fields = { name: 'Bob', tags: { values: [{ value: 'a' }] } };
    expect(inputs()).toEqual([['records.create', { post_type: 'contacts', fields, silent: false }]]);
  });

  test('JSON content types without a body mean no fields', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await http(`DELETE ${posts}/contacts/12`, { headers })).body).toBe(true);
    expect((await http(`GET ${posts}/contacts/12`, { headers })).body).toEqual(bob);
    expect((await http(`POST ${posts}/contacts/12`, { headers })).status).toBe(200);
  });

  test.each<[what: string, parts: object, query: string, username: string]>([
    ['JSON', { body: { username: 'a', password: 'b' } }, '', 'a'],
    ['a form', { headers: form, body: 'username=a&password=b' }, '', 'a'],
    ['the query string', {}, '?username=a&password=b', 'a'],
    ['nothing', {}, '', ''],
  ])('a login comes as %s, from nobody in particular', async (_what, parts, query, username) => {
    const answer = await httpClient(url)(`POST /wp-json/jwt-auth/v1/token${query}`, parts);
    expect(answer).toMatchObject({ status: 403, body: { code: 'jwt_auth_failed' } });
    const input = { username, issuer: 'https://records.test', address: '127.0.0.1' };
    expect(gateway.received).toMatchObject([{ operation: 'users.login', input }]);
    expect(gateway.received[0]?.actor).toMatchObject({ userId: 0, capabilities: [] });
  });
});

describe('an answer', () => {
  test('is the operation’s own bytes, as JSON', async () => {
    const answer = await http(`GET ${posts}/contacts/12`);
    expect(answer).toMatchObject({ status: 200, body: bob });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('x-powered-by')).toBe(false);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is complete when it is larger than a message on the bus', async () => {
    const answer = await http(`GET ${posts}/contacts?name=large`);
    expect((answer.body as { posts: { name: string }[] }).posts[0]?.name === large).toBe(true);
  });

  test('of a refusal is the error itself, not wrapped', async () => {
    expect(await http(`GET ${posts}/contacts/99`)).toMatchObject({
      status: 403,
      body: {
        code: 'get_post',
        message: 'No permissions to read contacts with ID 99',
        data: { status: 403 },
      },
    });
  });

  test('says when to come back', async () => {
    const answer = await http('POST /wp-json/jwt-auth/v1/token', {
      body: { username: 'a', password: 'often' },
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('18');
  });

  test('has the request id: the client’s, or a new one', async () => {
    const headers = { 'x-request-id': 'app-42' };
    expect((await http(`GET ${posts}/contacts/12`, { headers })).headers.get('x-request-id')).toBe('app-42');
    expect((await http(`GET ${posts}/contacts/12`)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  test('may be read by pages of the origins that are set, and by no others', async () => {
    const allowed = await http(`GET ${posts}/contacts/12`, { headers: { origin: 'https://app.test' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.test');
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const other = await http(`GET ${posts}/contacts/12`, { headers: { origin: 'https://evil.test' } });
    expect(other.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('to the question of a browser needs no credentials', async () => {
    const response = await fetch(`${url}${posts}/contacts`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.test', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  });
});

test('request id, trace and idempotency key reach the bus', async () => {
  const seen = gateway.bed.bus.subscribe('svc.rpc.records.create', { max: 1 });
  await gateway.bed.bus.flush();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const headers = { 'x-request-id': 'app-43', 'idempotency-key': 'key-1', traceparent };
  await http(`POST ${posts}/contacts`, { headers, body: {} });
  for await (const message of seen) {
    const names = ['Svc-Request-Id', 'Svc-Idempotency-Key', 'traceparent'];
    expect(names.map((name) => message.headers?.get(name))).toEqual(['app-43', 'key-1', traceparent]);
  }
});

describe('a request is refused before it reaches a service', () => {
  test.each<[what: string, request: string, parts: object, status: number, code: string]>([
    ['for a path nothing matches', `GET ${posts}/contacts/twelve`, {}, 404, 'rest_no_route'],
    ['for a prefix that is not served', 'GET /wp-json/xx-posts/v2/contacts/12', {}, 404, 'rest_no_route'],
    ['for another method', `PUT ${posts}/contacts/12`, { body: {} }, 404, 'rest_no_route'],
    ['for a path outside', 'GET /', {}, 404, 'rest_no_route'],
    [
      'for bad JSON',
      `POST ${posts}/contacts`,
      { headers: { 'content-type': 'application/json' }, body: '{' },
      400,
      'rest_invalid_json',
    ],
    ['for a list as body', `POST ${posts}/contacts`, { body: [1] }, 400, 'rest_invalid_param'],
    ['for another content type', `POST ${posts}/contacts`, { body: 'hello' }, 415, 'unsupported_media_type'],
    [
      'for an unknown encoding',
      `POST ${posts}/contacts`,
      { headers: { ...form, 'content-encoding': 'x' }, body: 'a=1' },
      415,
      'unsupported_media_type',
    ],
    [
      'for gzip that is none',
      `POST ${posts}/contacts`,
      { headers: { ...form, 'content-encoding': 'gzip' }, body: 'a=1' },
      400,
      'rest_invalid_param',
    ],
    [
      'for a body over 1 MB',
      `POST ${posts}/contacts`,
      { body: { name: 'x'.repeat(1_048_576) } },
      413,
      'request_too_large',
    ],
    [
      'for brackets without end',
      `GET ${posts}/contacts?a${'[b]'.repeat(20)}=1`,
      {},
      400,
      'rest_invalid_param',
    ],
    [
      'for a bad idempotency key',
      `POST ${posts}/contacts`,
      { headers: { 'idempotency-key': 'a b' }, body: {} },
      400,
      'invalid_idempotency_key',
    ],
    [
      'for headers over 64 kB',
      `GET ${posts}/contacts?name=${'x'.repeat(70_000)}`,
      {},
      413,
      'request_too_large',
    ],
  ])('%s', async (_what, request, parts, status, code) => {
    const answer = await http(request, parts);
    expect(answer).toMatchObject({ status, body: { code, data: { status } } });
    expect(gateway.received).toEqual([]);
  });

  test('with what clients know of bad JSON', async () => {
    const parts = { headers: { 'content-type': 'application/json' }, body: '{' };
    expect((await http(`POST ${posts}/contacts`, parts)).body).toEqual({
      code: 'rest_invalid_json',
      message: 'Invalid JSON body passed.',
      data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
    });
  });
});

test('a request is one log line with its pattern, and nothing of what is secret or personal', async () => {
  const headers = { 'x-request-id': 'app-44', 'user-agent': 'Shy/1.0' };
  const parts = { headers, body: { username: 'ann', password: 'often' } };
  await http(`POST /wp-json/jwt-auth/v1/token?password=often`, parts);
  await http(`GET ${posts}/contacts/12?name=often`, { headers });
  const lines = await until(2_000, () => {
    const own = logLines.filter((line) => line.includes('app-44'));
    expect(own).toHaveLength(2);
    return own;
  });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      method: 'POST',
      route: '/jwt-auth/v1/token',
      status: 429,
      code: 'too_many_requests',
      requestId: 'app-44',
    },
    { method: 'GET', route: '/{ns}-posts/v2/{post_type}/{id}', status: 200, userId: 7, requestId: 'app-44' },
  ]);
  expect(lines.join()).not.toMatch(/often|ann|Bearer|eyJ|Shy/);
});

test('requests are measured by pattern, not by path', async () => {
  await http(`GET ${posts}/contacts/12`);
  await http('GET /wp-json/no/such/path');
  const text = await until(2_000, async () => {
    const measured = await metrics();
    expect(measured).toMatch(/seconds_count\{.*route="none",status="404"/);
    return measured;
  });
  expect(text).toMatch(
    /seconds_count\{.*method="GET",route="\/\{ns\}-posts\/v2\/\{post_type\}\/\{id\}",status="200"/,
  );
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
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const addressSeenBy = async (base: string) => {
    gateway.received.length = 0;
    await httpClient(base)('POST /wp-json/jwt-auth/v1/token', { headers, body: {} });
    return (gateway.received[0]?.input as { address: string }).address;
  };
  expect(await addressSeenBy(url)).toBe('127.0.0.1');
  const { url: behindProxy } = await gateway.start({ TRUST_PROXY: 'loopback' });
  expect(await addressSeenBy(behindProxy)).toBe('203.0.113.9');
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
