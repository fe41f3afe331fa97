import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import type { HttpClient } from './testing/http-client.ts';
import { bob, standInForServices } from './testing/stand-in-for-services.ts';

const posts = '/wp-json/svc-posts/v2';

const errorsPage = '/docs/reference/errors.md';

const gateway = harnessOfSuite();
let http: HttpClient;
let logLines: readonly string[];
let metrics: () => Promise<string>;

beforeAll(async () => {
  await standInForServices(gateway);
  ({ http, logLines, metrics } = await gateway.start({ CORS_ORIGINS: 'https://app.test' }));
});

describe('a response', () => {
  test('carries the reply of the operation unchanged, as JSON', async () => {
    const answer = await http(`GET ${posts}/contacts/12`);
    expect(answer).toMatchObject({ status: 200, body: bob });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });

  test.each(['GET /nothing', `GET ${posts}/contacts/12`, 'POST /wp-json/jwt-auth/v1/token'])(
    'to %s has the headers of helmet',
    async (request) => {
      const { headers } = await http(request, { token: '' });
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*object-src 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
    },
  );

  test('with status 429 has a Retry-After header', async () => {
    const body = { username: 'a', password: 'often' };
    const answer = await http('POST /wp-json/jwt-auth/v1/token', { body });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('18');
  });

  test('with status 401 has the challenge of bearer tokens, which names an error only if credentials were sent', async () => {
    const challenge = async (headers: Record<string, string>) => {
      const answer = await http(`GET ${posts}/contacts/12`, { token: '', headers });
      return `${answer.status} ${answer.headers.get('www-authenticate')}`;
    };
    expect(await challenge({})).toBe('401 Bearer realm="Records Service"');
    expect(await challenge({ authorization: 'Basic dTpw' })).toBe(
      '401 Bearer realm="Records Service", error="invalid_token"',
    );
    expect((await http(`GET ${posts}/contacts/12`)).headers.has('www-authenticate')).toBe(false);
  });

  test.each([
    ['application/problem+json', 'application/problem+json; charset=utf-8'],
    ['application/json, application/problem+json', 'application/problem+json; charset=utf-8'],
    ['application/problem+json;q=0', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('to a client that accepts %s has errors as %s', async (accept, type) => {
    const answer = await http(`GET ${posts}/contacts/99`, { headers: { accept } });
    const { body, headers } = answer;
    const own = {
      code: 'get_post',
      message: 'No permissions to read contacts with ID 99',
      data: { status: 403 },
    };
    const problem = {
      type: `${errorsPage}#get_post`,
      title: 'The record does not exist or the caller may not view it.',
      status: 403,
      detail: own.message,
      ...own,
    };
    expect(headers.get('content-type')).toBe(type);
    expect(body).toEqual(type.includes('problem') ? problem : own);
  });

  test('of the gateway itself is a problem too for a client that accepts these', async () => {
    const headers = { accept: 'application/problem+json' };
    const answer = await http(`GET ${posts}/nothing/at/all`, { headers });
    expect(answer.body).toMatchObject({ status: 404, code: 'rest_no_route', data: { status: 404 } });
    const found = await http(`GET ${posts}/contacts/12`, { headers });
    expect([found.headers.get('content-type'), found.body]).toEqual(['application/json; charset=utf-8', bob]);
  });

  test('has a Warning header when the result is limited', async () => {
    const path = `GET ${posts}/posts/search/advanced_search?post_type=all&offset=0&query=`;
    expect((await http(`${path}roughly`)).headers.get('warning')).toBe('199 - "Only names."');
    expect((await http(`${path}well`)).headers.has('warning')).toBe(false);
  });

  test('has the request id of the request', async () => {
    const headers = { 'x-request-id': 'app-42' };
    expect((await http(`GET ${posts}/contacts/12`, { headers })).headers.get('x-request-id')).toBe('app-42');
  });

  test('allows cross-origin reading for the configured origins only', async () => {
    const allowed = await http(`GET ${posts}/contacts/12`, { headers: { origin: 'https://app.test' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.test');
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const other = await http(`GET ${posts}/contacts/12`, { headers: { origin: 'https://evil.test' } });
    expect(other.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('to a CORS preflight needs no credentials', async () => {
    const headers = { origin: 'https://app.test', 'access-control-request-method': 'POST' };
    const answer = await http(`OPTIONS ${posts}/contacts`, { token: '', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET,POST,PATCH,DELETE');
  });
});

describe('the API index', () => {
  test('lists the routes of every prefix at the API root', async () => {
    const index = await http('GET /wp-json/');
    expect(index.status).toBe(200);
    expect(index.body).toMatchObject({
      url: 'https://records.test',
      namespaces: expect.arrayContaining(['jwt-auth/v1', 'svc-posts/v2', 'svc/v1', 'svc-public/svc-core/v1']),
      routes: {
        [String.raw`/svc-posts/v2/(?P<post_type>\w+)/(?P<id>\d+)`]: {
          namespace: 'svc-posts/v2',
          methods: ['GET', 'POST', 'PATCH', 'DELETE'],
          endpoints: ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => ({ methods: [method] })),
        },
      },
    });
    expect((await http('GET /wp-json')).body).toEqual(index.body);
    expect(await http('GET /wp-json/', { token: '' })).toMatchObject({ status: 401 });
  });

  test.each([
    [`${posts}/contacts/12`, 'GET, POST, PATCH, DELETE'],
    [`${posts}/contacts/`, 'POST, GET'],
    ['/wp-json/jwt-auth/v1/token', 'POST'],
  ])('OPTIONS of %s answers the methods of the path', async (path, allow) => {
    const { status, headers, body } = await http(`OPTIONS ${path}`);
    expect([status, headers.get('allow')]).toEqual([200, allow]);
    expect(body).toMatchObject({ methods: allow.split(', ') });
    expect(gateway.received).toEqual([]);
  });

  test('OPTIONS needs credentials except for public endpoints', async () => {
    const statuses = [`OPTIONS ${posts}/contacts`, 'OPTIONS /wp-json/jwt-auth/v1/token'].map(
      async (request) => (await http(request, { token: '' })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });
});

test.each([
  [
    'settings have an entity tag and a private cache',
    'contacts/settings',
    /^"[\w-]{27}"$/,
    'private, no-cache',
  ],
  ['a record has an entity tag and is not stored', 'contacts/12', /^"3\.[\w-]{27}"$/, 'no-store'],
])('%s, and If-None-Match answers 304', async (_what, path, form, cacheControl) => {
  const first = await http(`GET ${posts}/${path}`);
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(form);
  const again = await http(`GET ${posts}/${path}`, { headers: { 'if-none-match': `"older", ${tag}` } });
  expect([first.status, again.status, again.body]).toEqual([200, 304, undefined]);
  expect(again.headers.get('etag')).toBe(tag);
  for (const { headers } of [first, again]) expect(headers.get('cache-control')).toBe(cacheControl);
});

test('refused settings answer 403 without an entity tag, even for If-None-Match: *', async () => {
  const refused = await http(`GET ${posts}/secrets/settings`, { headers: { 'if-none-match': '*' } });
  expect(refused.status).toBe(403);
  expect(refused.headers.has('etag')).toBe(false);
  expect(refused.headers.get('cache-control')).toBe('no-store');
});

test('PUT of a record is refused with the methods that the path takes', async () => {
  const answer = await http(`PUT ${posts}/contacts/12`, { body: { name: 'Bob' } });
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  expect((answer.body as { message: string }).message).toMatch(/PUT would replace.*PATCH/);
  expect(answer.headers.get('allow')).toBe('GET, POST, PATCH, DELETE');
  expect(gateway.received).toEqual([]);
});

test('the version of If-Match is passed to the update of a record', async () => {
  await http(`POST ${posts}/contacts/12`, { headers: { 'if-match': '"3.abc"' }, body: { nickname: 'Bo' } });
  expect(gateway.received).toMatchObject([{ input: { if_match: [3] } }]);
});

test.each([
  ['a large answer', `GET ${posts}/contacts?name=large`, 'gzip', 'gzip'],
  ['a large answer', `GET ${posts}/contacts?name=large`, 'br, gzip', 'br'],
  ['a large answer to a client without compression', `GET ${posts}/contacts?name=large`, 'identity', null],
  ['a small answer', `GET ${posts}/contacts/12`, 'gzip', null],
  ['an answer with a secret', 'POST /wp-json/jwt-auth/v1/token?username=a&password=good', 'gzip', null],
])(
  '%s is compressed with the best accepted encoding (%s, %s)',
  async (_what, request, encoding, expected) => {
    const answer = await http(request, { headers: { 'accept-encoding': encoding } });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, expected]);
  },
);

test('a request is logged in one line with its route and without secrets or personal data', async () => {
  const headers = { 'x-request-id': 'app-44', 'user-agent': 'Shy/1.0' };
  const parts = { headers, body: { username: 'ann', password: 'often' } };
  await http(`POST /wp-json/jwt-auth/v1/token?password=often`, parts);
  await http(`GET ${posts}/contacts/12?name=often`, { headers });
  const lines = await until(() => {
    const own = logLines.filter((line) => line.includes('app-44'));
    expect(own).toHaveLength(2);
    return own;
  });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { method: 'POST', route: '/jwt-auth/v1/token', status: 429, code: 'too_many_requests' },
    { method: 'GET', route: '/{ns}-posts/v2/{post_type}/{id}', status: 200, userId: 7 },
  ]);
  expect(lines.join()).not.toMatch(/often|ann|Bearer|eyJ|Shy/);
});

test('metrics of requests are labelled by route, not by path', async () => {
  await http(`GET ${posts}/contacts/12`);
  await http('GET /wp-json/no/such/path');
  const text = await until(async () => {
    const measured = await metrics();
    expect(measured).toMatch(/seconds_count\{.*route="none",status="404"/);
    return measured;
  });
  expect(text).toMatch(
    /seconds_count\{.*method="GET",route="\/\{ns\}-posts\/v2\/\{post_type\}\/\{id\}",status="200"/,
  );
});
