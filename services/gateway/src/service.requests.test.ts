import { beforeAll, describe, expect, test } from '@jest/globals';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import type { HttpAnswer, HttpClient } from './testing/http-client.ts';
import { standInForServices } from './testing/stand-in-for-services.ts';

const posts = '/wp-json/svc-posts/v2';
const login = 'POST /wp-json/jwt-auth/v1/token';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const gateway = harnessOfSuite();
let url: string;
let http: HttpClient;
let stranger: HttpClient;

beforeAll(async () => {
  await standInForServices(gateway);
  ({ url, http, stranger } = await gateway.start({ NAMESPACE_PREFIXES: 'svc,dt' }));
});

const contacts = { post_type: 'contacts' };
const contact = { ...contacts, id: 12 };
/** How a write without any switch in its query is done. */
const plain = { silent: false, do_not_overwrite: false };
const created = (fields: object, more: object = {}) => ({ ...contacts, fields, ...plain, ...more });
const updated = (fields: object, more: object = {}) => ({ ...contact, fields, ...plain, ...more });
const viewed = { ...contact, is_view: true };
const listed = (query: object) => ({ ...contacts, query });
const searched = { post_type: 'all', offset: 0, archived: false };
const uma = { 'user-email': 'uma@x.test', 'user-display': 'Uma' };
const leftEmpty = { 'user-roles': null, 'user-password': '', locale: null, return_contact: '' };
const origin = { ip: '127.0.0.1', user_agent: 'node' };
const said = { comment: 'Hi', date: '2024-02-29', comment_type: 'email', meta: { topics: ['a'] } };
const unreverted = { ...contact, revert: false };
const secondPage = { ...unreverted, number: 9, offset: 2 };
const third = { ...contact, comment_id: 3 };
const percent = { query: '100%', ...searched };
const search = 'posts/search/advanced_search';
const french = { locale: 'fr_FR' };

describe('a request is mapped to an operation', () => {
  test.each<[request: string, body: object | undefined, operation: string, input: unknown]>([
    ['POST contacts', { name: 'Bob' }, 'records.create', created({ name: 'Bob' })],
    ['POST contacts/?silent=true', {}, 'records.create', created({}, { silent: true })],
    [
      'POST contacts?check_for_duplicates=contact_phone,name&do_not_overwrite_existing_fields=1',
      { do_not_overwrite_existing_fields: true },
      'records.create',
      created(
        { do_not_overwrite_existing_fields: true },
        { check_for_duplicates: ['contact_phone', 'name'], do_not_overwrite: true },
      ),
    ],
    [
      'POST contacts?check_for_duplicates[]=name&do_not_overwrite_existing_fields=yes',
      {},
      'records.create',
      created({}, { check_for_duplicates: ['name'] }),
    ],
    ['POST contacts?check_for_duplicates=', {}, 'records.create', created({})],
    [
      'POST contacts/12?do_not_overwrite_existing_fields=true&check_for_duplicates=name',
      {},
      'records.update',
      updated({}, { do_not_overwrite: true }),
    ],
    ['POST contacts/12?silent=1', { age: 4 }, 'records.update', updated({ age: 4 }, { silent: true })],
    ['POST contacts/12?silent=false', { silent: true }, 'records.update', updated({ silent: true })],
    ['PATCH contacts/12?silent=1', { age: 4 }, 'records.update', updated({ age: 4 }, { silent: true })],
    ['POST contacts/12', { nick: null, age: '' }, 'records.update', updated({ nick: null, age: '' })],
    ['GET contacts/12', undefined, 'records.get', viewed],
    ['GET contacts/12/', undefined, 'records.get', viewed],
    ['GET /wp-json/dt-posts/v2/contacts/12', undefined, 'records.get', { ...viewed, dialect: 'reference' }],
    [
      'GET contacts/12?fields_to_return=a,b.c',
      undefined,
      'records.get',
      { ...viewed, fields_to_return: ['a', 'b.c'] },
    ],
    ['GET /wp-json/svc-posts/contacts/v2/post-type/12', undefined, 'records.get', viewed],
    ['DELETE contacts/12', undefined, 'records.delete', contact],
    ['DELETE contacts/12', {}, 'records.delete', contact],
    ['GET contacts?tags%5B%5D=me&my', undefined, 'records.list', listed({ tags: ['me'], my: '' })],
    ['GET contacts/list?limit=5', undefined, 'records.list', listed({ limit: '5' })],
    ['POST contacts/list?limit=9', { tags: [] }, 'records.list', listed({ tags: [] })],
    ['POST contacts/list?limit=9', undefined, 'records.list', listed({ limit: '9' })],
    [
      'POST contacts/12/comments?silent=true',
      { ...said, other: 1 },
      'comments.create',
      { ...contact, ...said, silent: true, origin },
    ],
    ['POST /wp-json/svc/v1/users/create', { ...uma, ...leftEmpty }, 'users.add', uma],
    ['GET contacts/12/activity?number=&actions=&result_order=', undefined, 'records.activity', unreverted],
    ['GET contacts/12/activity?number=9&offset=2', undefined, 'records.activity', secondPage],
    ['DELETE /wp-json/svc/v2/contacts/12/comments/3', undefined, 'comments.delete', third],
    ['POST /wp-json/dt/v1/user/update', french, 'users.update', { settings: french }],
    [
      `GET ${search}?query=bob%2520smith&post_type=all&offset=0&post=true&meta=false`,
      undefined,
      'search.advanced',
      { query: 'bob smith', ...searched, post: true, meta: false },
    ],
    [`GET ${search}?query=100%25&post_type=all`, undefined, 'search.advanced', percent],
  ])('%s %j', async (request, body, operation, input) => {
    const [method = '', path = ''] = request.split(' ');
    const whole = path.startsWith('/') ? path : `${posts}/${path}`;
    const answer = await http(`${method} ${whole}`, body === undefined ? {} : { body });
    expect(answer.status).toBe(200);
    const actor = expect.objectContaining({ kind: 'user', userId: 7, displayName: 'User 7' });
    expect(gateway.received).toEqual([{ operation, input, actor }]);
  });

  test.each<[what: string, parts: object, query: string, username: string]>([
    ['JSON', { body: { username: 'a', password: 'b' } }, '', 'a'],
    ['a form', { headers: form, body: 'username=a&password=b' }, '', 'a'],
    ['the query string', {}, '?username=a&password=b', 'a'],
    ['nothing', {}, '', ''],
  ])('a login is read from %s and sent without a user', async (_what, parts, query, username) => {
    const answer = await stranger(`${login}${query}`, parts);
    expect(answer).toMatchObject({ status: 403, body: { code: 'jwt_auth_failed' } });
    const input = { username, issuer: 'https://records.test', address: '127.0.0.1' };
    const actor = { userId: 0, capabilities: [] };
    expect(gateway.received).toMatchObject([{ operation: 'users.login', input, actor }]);
  });
});

test('an error names the parameter that the client sent, not the input of the operation', async () => {
  const { status, body } = await http(`DELETE /wp-json/user-management/v1/user?user=x&confirm=maybe`);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: {
      code: 'rest_invalid_param',
      data: { params: { user: expect.any(String), confirm: expect.any(String) } },
    },
  });
  const reset = await http('POST /wp-json/user-management/v1/send_pwd_reset_email', {
    body: { userId: 'x' },
  });
  expect(reset.body).toMatchObject({ message: 'Invalid parameter(s): userId' });
  expect(gateway.received).toEqual([]);
});

test('the request id, the trace and the idempotency key are sent over the bus', async () => {
  const seen = gateway.harness.bus.subscribe('svc.rpc.records.create', { max: 1 });
  await gateway.harness.bus.flush();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const headers = { 'x-request-id': 'app-43', 'idempotency-key': 'key-1', traceparent };
  await http(`POST ${posts}/contacts`, { headers, body: {} });
  for await (const message of seen) {
    const names = ['Svc-Request-Id', 'Svc-Idempotency-Key', 'traceparent'];
    expect(names.map((name) => message.headers?.get(name))).toEqual(['app-43', 'key-1', traceparent]);
  }
});

describe('a request is refused before it reaches a service', () => {
  const write = `POST ${posts}/contacts`;
  const list = `GET ${posts}/contacts`;
  const badKey = { headers: { 'idempotency-key': 'a b' }, body: {} };
  const encoded = (encoding: string) => ({ headers: { ...form, 'content-encoding': encoding }, body: 'a=1' });

  test.each<[what: string, request: string, parts: object, error: string]>([
    ['for an unknown path', `GET ${posts}/contacts/twelve`, {}, '404 rest_no_route'],
    ['for a prefix that is not served', 'GET /wp-json/xx-posts/v2/contacts/12', {}, '404 rest_no_route'],
    ['for an unknown method', `PUT ${posts}/contacts`, { body: {} }, '404 rest_no_route'],
    ['for PUT of a record', `PUT ${posts}/contacts/12`, { body: {} }, '405 method_not_allowed'],
    ['for OPTIONS of an unknown path', `OPTIONS ${posts}/contacts/12/nothing`, {}, '404 rest_no_route'],
    ['for a path outside the API', 'GET /nothing', {}, '404 rest_no_route'],
    ['for another content type', write, { body: 'hello' }, '415 unsupported_media_type'],
    ['for an unknown encoding', write, encoded('x'), '415 unsupported_media_type'],
    ['for invalid gzip', write, encoded('gzip'), '400 rest_invalid_param'],
    ['for a body over 1 MB', write, { body: { name: 'x'.repeat(1_048_576) } }, '413 request_too_large'],
    ['for brackets that are too deep', `${list}?a${'[b]'.repeat(40)}=1`, {}, '400 rest_invalid_param'],
    ['for a bad idempotency key', write, badKey, '400 invalid_idempotency_key'],
    ['for headers over 64 kB', `${list}?name=${'x'.repeat(70_000)}`, {}, '413 request_too_large'],
  ])('%s', async (_what, request, parts, error) => {
    const answer = await http(request, parts);
    const body = answer.body as { code: string; data: { status: number } };
    expect([`${answer.status} ${body.code}`, body.data.status]).toEqual([error, answer.status]);
    expect(gateway.received).toEqual([]);
  });

  test('with the details of a JSON syntax error', async () => {
    const parts = { headers: { 'content-type': 'application/json' }, body: '{' };
    expect((await http(write, parts)).body).toEqual({
      code: 'rest_invalid_json',
      message: 'Invalid JSON body passed.',
      data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
    });
    expect(gateway.received).toEqual([]);
  });
});

test('logins from one address are limited per gateway', async () => {
  const { stranger: limited } = await gateway.start({ LOGIN_REQUESTS_PER_MINUTE: '2' });
  const attempt = () => limited(login, { body: { username: 'a' } });
  const first = await attempt();
  const second = await attempt();
  expect([first.status, second.status]).toEqual([403, 403]);
  const third = await attempt();
  expect(third).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  const limits = ({ headers }: HttpAnswer) =>
    ['policy', 'limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`));
  expect([first, second, third].map(limits)).toEqual(
    ['1', '0', '0'].map((remaining) => ['2;w=60', '2', remaining]),
  );
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(third.headers.get('retry-after')).toBe(third.headers.get('ratelimit-reset'));
  expect(gateway.received).toHaveLength(2);
});

test('the client address is read from X-Forwarded-For only when a proxy is trusted', async () => {
  // A client can put any address in front, and under other names: the proxy's own word is the last one.
  const others = { 'x-real-ip': '192.0.2.2', forwarded: 'for=192.0.2.3' };
  const headers = { 'x-forwarded-for': '192.0.2.1, 203.0.113.9', ...others };
  const { stranger: proxied } = await gateway.start({ TRUST_PROXY: 'loopback' });
  for (const client of [stranger, proxied]) await client(login, { headers, body: {} });
  expect(gateway.received).toMatchObject(
    ['127.0.0.1', '203.0.113.9'].map((address) => ({ input: { address } })),
  );
});

test.each<[sign: string, settings: Record<string, string>, isSeen: 'at start' | 'with a request' | 'never']>([
  ['a public URL with https', { PUBLIC_URL: 'https://records.test' }, 'at start'],
  ['an X-Forwarded-For header', { PUBLIC_URL: 'http://records.test' }, 'with a request'],
  ['both, with TRUST_PROXY set', { PUBLIC_URL: 'https://records.test', TRUST_PROXY: '1' }, 'never'],
])('a missing TRUST_PROXY is reported once: %s', async (_sign, settings, isSeen) => {
  const { stranger: client, gateway: running, logLines } = await gateway.start(settings);
  const warning = () => running.checks.find(({ name }) => name === 'proxy')?.check();
  const expected =
    isSeen === 'never' ? undefined : expect.stringMatching(/TRUST_PROXY is not set.*lock out all/);
  expect(await warning()).toEqual(isSeen === 'at start' ? expected : undefined);
  for (const address of ['203.0.113.9', '203.0.113.10'])
    await client(`GET ${posts}/contacts/12`, { headers: { 'x-forwarded-for': address } });
  expect(await warning()).toEqual(expected);
  expect(logLines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(isSeen === 'never' ? 0 : 1);
});

test('the API root is configurable', async () => {
  const { http: atRoot } = await gateway.start({ API_ROOT: '/' });
  expect((await atRoot('GET /svc-posts/v2/contacts/12')).status).toBe(200);
  expect((await atRoot(`GET ${posts}/contacts/12`)).status).toBe(404);
});

test('a port that is in use is reported with its setting', async () => {
  const port = new URL(url).port;
  await expect(gateway.start({ GATEWAY_PORT: port })).rejects.toThrow(`GATEWAY_PORT ${port}`);
});
