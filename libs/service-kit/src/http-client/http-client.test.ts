import { createServer, type RequestListener, type Server } from 'node:http';
import { hostname } from 'node:os';
import { afterEach, expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import { AddressPolicy, isAllowable } from './address-policy.ts';
import { HttpClient, HttpRequestError, type HttpRequest } from './http-client.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The port of a server that answers everything like this. */
async function serve(answer: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  return listening(server, host, port);
}

const client = new HttpClient(['127.0.0.0/8']);
const get = (port: number, more: Partial<HttpRequest> = {}) =>
  client.send({ method: 'GET', url: `http://127.0.0.1:${port}/`, timeoutMs: 10_000, ...more });
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: HttpRequestError) => error,
  );

test('a request sends its headers and body, and its answer has a status and parsed JSON', async () => {
  const port = await serve((request, response) => {
    response.writeHead(418);
    const { url, headers } = request;
    request.on('data', (body) => response.end(JSON.stringify([url, headers['x-a'], String(body)])));
  });
  const url = `http://127.0.0.1:${port}/a?b=c`;
  const asked = get(port, { url, method: 'POST', headers: { 'x-a': 'd' }, body: 'e' });
  expect(await asked).toEqual({ status: 418, json: ['/a?b=c', 'd', 'e'] });
});

test('a large body is streamed, and a truncated one ends with an error', async () => {
  const large = Buffer.alloc(300_000, 'x');
  const port = await serve((request, response) => {
    response.setHeader('content-length', large.length);
    if (request.url === '/cut') response.write(large.subarray(1), () => response.destroy());
    else response.end(large);
  });
  const read = async (path: string) => {
    const url = `http://127.0.0.1:${port}${path}`;
    const { content } = await client.open({ method: 'GET', url, timeoutMs: 10_000 });
    let bytes = 0;
    for await (const piece of content) bytes += piece.length;
    return bytes;
  };
  expect(await read('/whole')).toBe(large.length);
  expect(await failureOf(read('/cut'))).toBeInstanceOf(HttpRequestError);
});

test('a redirect is returned as the answer, and is not followed', async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await get(port)).toEqual({ status: 307, json: undefined });
  expect(asked).toEqual(['/']);
});

const endless: RequestListener = (_request, response) => {
  const write = (): unknown => response.write('x'.repeat(60_000)) && setImmediate(write);
  response.on('drain', write).on('error', () => {});
  write();
};
const dripping: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write('x'), 5);
  response.on('close', () => clearInterval(timer));
};

test.each<[string, RequestListener, string]>([
  ['is endless', endless, 'answered with more than 100000 bytes'],
  ['arrives too slowly', dripping, 'did not answer within 200 ms'],
  ['never begins', () => {}, 'did not answer within 200 ms'],
  ['is cut off', (_request, response) => response.destroy(), 'did not accept the request: UND_ERR_SOCKET'],
  [
    'has oversized headers',
    (_request, response) => response.setHeader('x', 'y'.repeat(90_000)).end(),
    'UND_ERR_HEADERS_OVERFLOW',
  ],
])('an answer that %s fails the request', async (_what, answer, message) => {
  const port = await serve(answer);
  const error = await failureOf(get(port, { timeoutMs: message.includes('200 ms') ? 200 : 10_000 }));
  expect(error).toBeInstanceOf(HttpRequestError);
  expect(error).toMatchObject({ mayHaveArrived: true, isForbidden: false });
  expect(error.message).toContain(`127.0.0.1:${port} `);
  expect(error.message).toContain(message);
});

test('a request can discard an endless body, and can be aborted', async () => {
  const port = await serve(endless);
  expect(await get(port, { discardsBody: true })).toEqual({ status: 200, json: undefined });
  expect(await failureOf(get(port, { signal: AbortSignal.abort() }))).toMatchObject({ mayHaveArrived: true });
});

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://me:secret@127.0.0.1/', 'http://me@127.0.0.1/'])(
  '%s is refused as a URL, and the error does not contain it',
  async (url) => {
    const error = await failureOf(client.send({ method: 'GET', url, timeoutMs: 1_000 }));
    expect(error.message).toBe(
      'The address of a request must begin with http or https, and must not contain a user and password',
    );
  },
);

test.each([
  ['refuses the connection', 'http://127.0.0.1:1', '127.0.0.1:1 did not accept the request: ECONNREFUSED'],
  [
    'has an unknown host name',
    'http://nowhere.invalid',
    'nowhere.invalid did not accept the request: ENOTFOUND',
  ],
])('a request to a site that %s has certainly not arrived', async (_what, url, message) => {
  const resolve = async (host: string) => {
    if (host === '127.0.0.1') return [{ address: host, family: 4 }];
    throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
  };
  const error = await failureOf(
    new HttpClient(['127.0.0.1'], resolve).send({ method: 'GET', url, timeoutMs: 10_000 }),
  );
  expect(error).toMatchObject({ message, mayHaveArrived: false, isForbidden: false });
});

test('a request goes to the checked address, even if the host name resolves to another one later', async () => {
  const asked: string[] = [];
  const port = await serve((_request, response) => response.end('"checked"'), '127.0.0.2');
  await serve((request, response) => response.end(asked.push(request.url ?? '')), '127.0.0.1', port);
  const answers = [['127.0.0.2'], ['127.0.0.1']];
  const resolve = async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 }));
  const rebound = new HttpClient(['127.0.0.2/32'], resolve);
  const url = `http://rebound.test:${port}`;
  expect(await rebound.send({ method: 'GET', url, timeoutMs: 10_000 })).toMatchObject({ json: 'checked' });
  expect(answers).toEqual([['127.0.0.1']]);
  expect(asked).toEqual([]);
});

test('a host name with one private address among its addresses is not requested', async () => {
  const resolve = async () => ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 }));
  const half = new HttpClient(['127.0.0.1'], resolve);
  const port = await serve((_request, response) => response.end());
  const url = `http://half.test:${port}`;
  expect(await failureOf(half.send({ method: 'GET', url, timeoutMs: 10_000 }))).toMatchObject({
    isForbidden: true,
    mayHaveArrived: false,
    message: `half.test:${port} has the private address 10.0.0.1; add it to ALLOWED_PRIVATE_HOSTS to permit requests`,
  });
});

/** Notations of internal addresses. */
const notations = [
  // Loopback and this machine.
  ...'127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0 0.0.0.0'.split(' '),
  ...'[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]'.split(' '),
  ...'[64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::]'.split(' '),
  hostname().toLowerCase(),
  // The metadata of the cloud.
  ...'169.254.169.254 [fd00:ec2::254] 100.100.100.200 168.63.129.16 192.0.0.192'.split(' '),
  // Private networks, and what is no address of a site.
  ...'10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255'.split(' '),
  ...'[fe80::1] [fd00::1]'.split(' '),
];

test('an internal address is not requested in any notation', async () => {
  let reached = 0;
  const port = await serve((_request, response) => response.end(), '0.0.0.0');
  servers.at(-1)?.on('connection', () => (reached += 1));
  const outside = new HttpClient(['localhost']);
  for (const host of notations) {
    const asked = outside.send({ method: 'GET', url: `http://${host}:${port}/`, timeoutMs: 10_000 });
    const { isForbidden, mayHaveArrived } = await failureOf(asked);
    expect({ host, isForbidden, mayHaveArrived }).toEqual({ host, isForbidden: true, mayHaveArrived: false });
  }
  expect(reached).toBe(0);
});

test.each([
  [['maps.internal'], 'maps.internal', '10.0.0.1', true],
  [['Maps.Internal'], 'maps.internal', 'fd00::1', true],
  [['maps.internal'], 'other.internal', '10.0.0.1', false],
  [['internal'], 'maps.internal', '10.0.0.1', false],
  [['10.1.0.0/16'], 'a.test', '10.1.255.1', true],
  [['10.1.0.0/16'], 'a.test', '::ffff:10.1.255.1', true],
  [['10.1.0.0/16'], 'a.test', '10.2.0.1', false],
  [['10.1.2.3'], 'a.test', '10.1.2.4', false],
  [['fd00::/8'], 'a.test', 'fd00::1', true],
  [['fd00::/8'], 'a.test', '10.0.0.1', false],
])('with %j, %s at %s is permitted: %s', (allowed, host, address, expected) => {
  expect(allowed.every(isAllowable)).toBe(true);
  expect(new AddressPolicy(allowed).permits(host, address)).toBe(expected);
});

test.each(['http://a.test', 'a.test:80', '*.a.test', '10.1', '0x7f.1', '[::1]', '10.0.0.0/33', 'a b', 'a/8'])(
  '%s is neither a host nor a network',
  (text) => {
    expect(isAllowable(text)).toBe(false);
  },
);
