import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import { httpClient, type HttpClient } from './testing/http-client.ts';
import { bob, standInForServices } from './testing/stand-in-for-services.ts';

const posts = '/wp-json/svc-posts/v2';

const gateway = harnessOfSuite();
let url: string;
let http: HttpClient;
let logLines: readonly string[];
let metrics: () => Promise<string>;

beforeAll(async () => {
  await standInForServices(gateway);
  ({ url, logLines, metrics } = await gateway.start({ CORS_ORIGINS: 'https://app.test' }));
  http = httpClient(url, await gateway.tokens.token());
});

describe('an answer', () => {
  test('is the operation’s own bytes, as JSON', async () => {
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

  test('says when to come back', async () => {
    const answer = await http('POST /wp-json/jwt-auth/v1/token', {
      body: { username: 'a', password: 'often' },
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('18');
  });

  test('says what is less than usual about it', async () => {
    const path = `GET ${posts}/posts/search/advanced_search?post_type=all&offset=0&query=`;
    expect((await http(`${path}roughly`)).headers.get('warning')).toBe('199 - "Only names."');
    expect((await http(`${path}well`)).headers.has('warning')).toBe(false);
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

describe('what there is', () => {
  test('is listed at the root, under each prefix', async () => {
    const index = await http('GET /wp-json/');
    expect(index.status).toBe(200);
    expect(index.body).toMatchObject({
      url: 'https://records.test',
      namespaces: expect.arrayContaining(['jwt-auth/v1', 'svc-posts/v2', 'svc/v1', 'svc-public/svc-core/v1']),
      routes: {
        [String.raw`/svc-posts/v2/(?P<post_type>\w+)/(?P<id>\d+)`]: {
          namespace: 'svc-posts/v2',
          methods: ['GET', 'POST', 'DELETE'],
          endpoints: [{ methods: ['GET'] }, { methods: ['POST'] }, { methods: ['DELETE'] }],
        },
      },
    });
    expect((await http('GET /wp-json')).body).toEqual(index.body);
    expect(await http('GET /wp-json/', { token: '' })).toMatchObject({ status: 401 });
  });

  test.each([
    [`${posts}/contacts/12`, 'GET, POST, DELETE'],
    [`${posts}/contacts/`, 'POST, GET'],
    ['/wp-json/jwt-auth/v1/token', 'POST'],
  ])('is told by OPTIONS of %s', async (path, allow) => {
    const { status, headers, body } = await http(`OPTIONS ${path}`);
    expect([status, headers.get('allow')]).toEqual([200, allow]);
    expect(body).toMatchObject({ methods: allow.split(', ') });
    expect(gateway.received).toEqual([]);
  });

  test('is told to callers alone, but for what is open', async () => {
    const statuses = [`OPTIONS ${posts}/contacts`, 'OPTIONS /wp-json/jwt-auth/v1/token'].map(
      async (request) => (await http(request, { token: '' })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });
});

describe('settings', () => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${await gateway.tokens.token()}`;
    const response = await fetch(url + path, { headers: { authorization, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('have a tag that stays while they do, and who has them is told so without them', async () => {
    const first = await ask(`${posts}/contacts/settings`);
    const tag = first.headers.get('etag') ?? '';
    expect(first.status).toBe(200);
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await ask(`${posts}/contacts/settings`, { 'if-none-match': `"older", ${tag}` });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('are kept from who may not have them, whatever tag is sent', async () => {
    const refused = await ask(`${posts}/secrets/settings`, { 'if-none-match': '*' });
    expect(refused.status).toBe(403);
    expect(refused.headers.has('etag')).toBe(false);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a record', () => {
  const contact = `${posts}/contacts/12`;

  test('has a tag with its version, and is kept on no disk', async () => {
    const { headers } = await http(`GET ${contact}`);
    expect(headers.get('etag')).toMatch(/^"3\.[\w-]{27}"$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const response = await fetch(url + contact, {
      headers: {
        authorization: `Bearer ${await gateway.tokens.token()}`,
        'if-none-match': headers.get('etag') ?? '',
      },
    });
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 304, text: '' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['"3.abc"', [3]],
    ['"other"', []],
    ['*', undefined],
  ])('is written under If-Match: %s', async (tag, versions) => {
    await http(`POST ${contact}`, { headers: { 'if-match': tag }, body: { nickname: 'Bo' } });
    expect((gateway.received.at(-1)?.input as { if_match?: number[] }).if_match).toEqual(versions);
  });
});

test.each([
  ['a large answer', `GET ${posts}/contacts?name=large`, {}, 'gzip', 'gzip'],
  ['a large answer', `GET ${posts}/contacts?name=large`, {}, 'br, gzip', 'br'],
  ['a large answer for who takes none', `GET ${posts}/contacts?name=large`, {}, 'identity', null],
  ['a small answer', `GET ${posts}/contacts/12`, {}, 'gzip', null],
  [
    'an answer with a secret',
    'POST /wp-json/jwt-auth/v1/token',
    { username: 'a', password: 'good' },
    'gzip',
    null,
  ],
])('%s travels as it may (%s, %j, %s)', async (_what, request, body, encoding, expected) => {
  const answer = await http(request, {
    headers: { 'accept-encoding': encoding },
    ...(request.startsWith('POST') ? { body } : {}),
  });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, expected]);
});

test('a request is one log line with its pattern, and nothing of what is secret or personal', async () => {
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
  const text = await until(async () => {
    const measured = await metrics();
    expect(measured).toMatch(/seconds_count\{.*route="none",status="404"/);
    return measured;
  });
  expect(text).toMatch(
    /seconds_count\{.*method="GET",route="\/\{ns\}-posts\/v2\/\{post_type\}\/\{id\}",status="200"/,
  );
});
