import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import { welcome } from './welcome.ts';

const settings = { url: 'http://127.0.0.1:8080', apiRoot: '/wp-json', namespacePrefix: 'svc' };

test('the welcome has the URL of the service, the demo users and their password', () => {
  const demo = { usernames: ['administrator', 'multiplier'], password: 'p4ss' };
  const text = welcome({ ...settings, demo });
  for (const part of ['http://127.0.0.1:8080/wp-json', 'administrator, multiplier', 'p4ss'])
    expect(text).toContain(part);
});

test('the welcome lists the gateways if there are several', () => {
  const gatewayUrls = [settings.url, 'http://127.0.0.1:41001'];
  expect(welcome({ ...settings, gatewayUrls })).toContain(`Gateways: ${gatewayUrls.join(', ')}\n`);
  expect(welcome({ ...settings, gatewayUrls: [settings.url] })).not.toContain('Gateways');
});

test('the welcome without demo users has the command to create a user', () => {
  expect(welcome(settings)).toContain('\n  npm run admin -- user create');
  const dataDir = '/srv/our records';
  expect(welcome({ ...settings, dataDir })).toContain(
    `\n  DATA_DIR='${dataDir}' npm run admin -- user create`,
  );
});

test('the printed request works when it is pasted into a shell', async () => {
  const seen: string[] = [];
  const password = `p'4&s $x`;
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    request.on('data', (chunk) => seen.push(String(chunk)));
    response.end(request.method === 'POST' ? '{"token":"a.b-c","user_id":1}' : '{"posts":[]}');
  }).unref();
  const url = `http://127.0.0.1:${await listening(server)}`;
  const text = welcome({ ...settings, url, demo: { usernames: ['dispatcher'], password } });
  const script = text.slice(text.indexOf('  TOKEN='), text.indexOf('Ctrl-C'));
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  expect(stdout).toBe('{"posts":[]}');
  const [login, form, list] = seen;
  expect(login).toBe('POST /wp-json/jwt-auth/v1/token ');
  expect(Object.fromEntries(new URLSearchParams(form))).toEqual({ username: 'dispatcher', password });
  expect(list).toBe('GET /wp-json/svc-posts/v2/contacts?limit=3 Bearer a.b-c');
});
