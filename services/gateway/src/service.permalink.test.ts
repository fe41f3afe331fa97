import { beforeAll, expect, test } from '@jest/globals';
import { harnessOfSuite } from './testing/gateway-harness.ts';

const gateway = harnessOfSuite();
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
let url: string;

beforeAll(async () => {
  await gateway.standInForUsers();
  ({ url } = await gateway.start());
});

const open = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { accept: browser, ...init.headers } });

test.each(['/contacts/12', '/contacts/12/', '/trainings/999999999'])(
  'a browser gets a page at %s with the API address of the record, without a request to a service',
  async (path) => {
    const response = await open(path);
    const text = await response.text();
    const [, type = '', id = ''] = path.split('/');
    expect(response.status).toBe(200);
    expect(text).toContain(`https://records.test/wp-json/svc-posts/v2/${type}/${id}<`);
    expect(text).toContain('PERMALINK_TEMPLATE');
    expect(text).not.toMatch(
      /<script|<link (?!rel="icon" href="\/favicon)|<img|https?:\/\/(?!records\.test|app\.example\.org)/,
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /),
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('Accept'),
    });
    expect(gateway.received).toEqual([]);
  },
);

test('the pages of two ids differ in the ids only', async () => {
  const [one = '', other = ''] = await Promise.all(
    ['/contacts/7777', '/contacts/8888'].map(async (path) => (await open(path)).text()),
  );
  expect(one.replaceAll('7777', '8888')).toBe(other);
});

test.each(['application/json', '*/*', ''])('a client that accepts %j gets 404 as JSON', async (accept) => {
  const response = await fetch(`${url}/contacts/12`, { headers: { accept } });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'rest_no_route' });
});

test.each([
  ['GET', '/contacts'],
  ['GET', '/contacts/new'],
  ['GET', '/contacts/12/comments'],
  ['GET', '/%3Cscript%3E/12'],
  ['POST', '/contacts/12'],
])('%s %s answers 404', async (method, path) => {
  expect((await open(path, { method })).status).toBe(404);
});

test('the page is also served when the API root is /', async () => {
  const { url: root } = await gateway.start({ API_ROOT: '/' });
  const response = await fetch(`${root}/contacts/12`, { headers: { accept: browser } });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('https://records.test/svc-posts/v2/contacts/12<');
});
