import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { programVersion } from '@svc/contracts';
import { harnessOfSuite } from './testing/gateway-harness.ts';

const gateway = harnessOfSuite();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const passwordFile = join(mkdtempSync(join(tmpdir(), 'svc-pages-')), 'demo-password');

let url: string;
let secureUrl: string;

beforeAll(async () => {
  writeFileSync(passwordFile, 'not for pages');
  await gateway.standInForUsers();
  const settings = { PUBLIC_URL: 'http://127.0.0.1:8080', CORS_ORIGINS: 'loopback' };
  ({ url } = await gateway.start({ ...settings, DEMO_PASSWORD_FILE: passwordFile }));
  ({ url: secureUrl } = await gateway.start());
});

const get = async (path: string, headers: Record<string, string> = browser, base = url) => {
  const response = await fetch(`${base}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('the home page', () => {
  test('shows the version, a first request and the file of the demo password, but not the password', async () => {
    const { status, headers, text } = await get('/');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const part of [programVersion, 'http://127.0.0.1:8080/wp-json', passwordFile, 'curl -s'])
      expect(text).toContain(part);
    expect(text).not.toContain('not for pages');
  });

  test('has the same facts as JSON for other clients', async () => {
    const { headers, text } = await get('/', { accept: '*/*' });
    expect(headers.get('vary')).toContain('Accept');
    expect(JSON.parse(text)).toMatchObject({
      name: 'Records Service',
      version: programVersion,
      api: 'http://127.0.0.1:8080/wp-json',
      docs: 'http://127.0.0.1:8080/docs/',
      health: 'http://127.0.0.1:8080/health',
      demo: { username: 'dispatcher', password_file: passwordFile },
      first_request: [
        'API=http://127.0.0.1:8080/wp-json',
        expect.stringContaining(`--data-urlencode password@${passwordFile}`),
        expect.stringContaining('sed'),
        expect.stringContaining('/svc-posts/v2/contacts?limit=3'),
      ],
    });
  });

  test('has no demo user when none is configured', async () => {
    const { text } = await get('/', browser, secureUrl);
    expect(text).not.toContain('dispatcher');
    expect(JSON.parse((await get('/', {}, secureUrl)).text)).not.toHaveProperty('demo');
  });

  test('is revalidated by its entity tag', async () => {
    const { headers } = await get('/');
    const again = await get('/', { ...browser, 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is for browsers only when the API root is /', async () => {
    const { url: rootUrl } = await gateway.start({ API_ROOT: '/' });
    expect((await get('/', browser, rootUrl)).status).toBe(200);
    expect(JSON.parse((await get('/', {}, rootUrl)).text)).toMatchObject({ code: 'rest_cannot_access' });
  });
});

describe('the documentation', () => {
  test('is served as pages with anchors', async () => {
    const { status, text } = await get('/docs/reference/errors.md');
    expect(status).toBe(200);
    expect(text).toContain('<h2 id="requests">Requests</h2>');
    expect(text).toContain('<div class="table" tabindex="0"><table>');
  });

  test('runs the examples of lists with scripts of this server, and has no scripts elsewhere', async () => {
    const { headers, text } = await get('/docs/reference/list-query.md');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'; connect-src 'self'");
    expect(text).toContain('<code class="language-http" data-runs>GET /svc-posts/v2/contacts?');
    expect(text).toContain('src="/docs/assets/examples.js"');
    const writes = await get('/docs/guides/writing-a-record.md');
    expect(writes.headers.get('content-security-policy')).not.toContain('script-src');
    expect(writes.text).not.toMatch(/data-runs|<script/);
  });

  test('shows diagrams as pictures, with their texts', async () => {
    const { text } = await get('/docs/internals/architecture.md');
    const [, address = ''] = /<img src="(\.\.\/images\/diagrams\/\w+\.svg)"/.exec(text) ?? [];
    const { status, headers } = await get(`/docs/internals/${address}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(text).toContain('<code>sequenceDiagram\n');
    expect(text).not.toContain('language-mermaid');
  });

  test('shows the index of a folder at its address, with or without a slash', async () => {
    expect((await get('/docs/')).status).toBe(200);
    const { status, headers } = await get('/docs');
    expect([status, headers.get('location')]).toEqual([308, '/docs/']);
  });

  test('links to its own pages and to other hosts only; a link to the sources is a plain text', async () => {
    const { text } = await get('/docs/operations/licences.md');
    expect(text).toContain('<code>npm run check</code>');
    expect(text).not.toContain('href="../../LICENSE"');
  });

  test.each([
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/nothing',
    '/docs/reference/errors',
    '/docsx',
  ])('answers 404 at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('the reference of the API', () => {
  test('is a page with scripts of this server alone', async () => {
    const { status, headers, text } = await get('/docs/api/');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'; connect-src 'self'/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).toContain('data-api="/wp-json"');
    for (const [, name = ''] of text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)) {
      const asset = await get(name);
      expect([name, asset.status]).toEqual([name, 200]);
      expect(asset.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    }
  });

  test('is at its address with or without a slash, and has no other assets', async () => {
    const { status, headers } = await get('/docs/api');
    expect([status, headers.get('location')]).toEqual([308, '/docs/api/']);
    expect((await get('/docs/assets/package.json')).status).toBe(404);
    expect((await get('/docs/assets/..%2fpackage.json')).status).toBe(404);
  });

  test('is linked from the home page and the documentation', async () => {
    for (const path of ['/', '/docs/']) expect((await get(path)).text).toContain('href="/docs/api/"');
  });
});

test('the health of the gateway is 200 without credentials while the bus answers', async () => {
  const { status, text } = await get('/health', {});
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ status: 'ok', version: programVersion });
});

test('the public keys that verify events are served without credentials, and no others', async () => {
  const { status, headers, text } = await get('/.well-known/jwks.json', {});
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=60');
  const { keys } = JSON.parse(text) as { keys: { kid: string }[] };
  const key = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x: expect.any(String), nbf: 0 };
  const ofService = (service: string) => ({ ...key, kid: expect.stringMatching(`^${service}\\.[\\w-]+$`) });
  expect(keys).toEqual(['records', 'comments', 'users'].map(ofService));
});

describe('Strict-Transport-Security', () => {
  test('is sent when the public URL has https', async () => {
    const { headers } = await get('/health', {}, secureUrl);
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
  });

  test('is not sent when the public URL has http', async () => {
    const { headers } = await get('/health', {});
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  });
});

describe('CORS_ORIGINS=loopback', () => {
  const preflight = async (origin: string, base = url) => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const response = await fetch(`${base}/wp-json/jwt-auth/v1/token`, { method: 'OPTIONS', headers });
    return {
      status: response.status,
      allowed: response.headers.get('access-control-allow-origin'),
      vary: response.headers.get('vary'),
      text: await response.text(),
    };
  };

  test.each([
    'http://localhost:5173',
    'https://localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://app.localhost:8000',
  ])('allows web pages of %s', async (origin) => {
    expect(await preflight(origin)).toMatchObject({ status: 204, allowed: origin });
  });

  test.each([
    'https://evil.test',
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test',
    'http://evil.test:80@localhost',
    'null',
    'file://localhost',
  ])('refuses web pages of %s', async (origin) => {
    const { status, allowed, vary, text } = await preflight(origin);
    expect([status, allowed]).toEqual([403, null]);
    expect(vary).toContain('Origin');
    expect(JSON.parse(text)).toMatchObject({ code: 'cors_origin_not_allowed' });
  });

  test('no origin is allowed by default, and the refusal names the setting', async () => {
    const { status, text } = await preflight('http://localhost:5173', secureUrl);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({
      code: 'cors_origin_not_allowed',
      message: expect.stringContaining('CORS_ORIGINS'),
    });
  });

  test('a long origin is cut in the message', async () => {
    const { text } = await preflight(`https://${'a'.repeat(4_000)}.test`);
    expect(text.length).toBeLessThan(600);
  });
});
