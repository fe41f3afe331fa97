import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { RequestKind } from '../rows/row.ts';
import { measure, measureAsking, sendWhile } from './measure.ts';

let server: Server;
const seen: string[] = [];

/** Answers with the status that the path names. */
async function open(): Promise<string> {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.writeHead(Number(request.url?.split('/')[1])).end('{"ID":12}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const kindOf = (name: string) => ({ name }) as RequestKind;

const get = (path: string, kind = 'get') => ({
  kind: kindOf(kind),
  request: { method: 'GET' as const, path, token: 'mine' },
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  seen.length = 0;
});

test('each request is made anew, and each good answer is shown', async () => {
  const url = await open();
  let count = 0;
  const answers: string[] = [];
  const { latencies, failures, perSecond } = await measure({
    urls: [url],
    length: { seconds: 1 },
    concurrency: 2,
    next: () => get(`/200/${(count += 1)}`),
    onAnswer: (_kind, body) => answers.push(body),
  });
  expect(failures).toEqual({});
  expect(perSecond).toBeGreaterThan(0);
  expect(answers.length).toBe(latencies.length);
  expect(new Set(answers)).toEqual(new Set(['{"ID":12}']));
  expect(seen).toContain('GET /200/3 Bearer mine');
  expect(new Set(seen).size).toBe(seen.length);
});

test('an answer that is not 200 is a failure, and no measure of speed', async () => {
  const url = await open();
  const paths = ['/200', '/404', '/201'];
  let count = 0;
  const { latencies, failures } = await measure({
    urls: [url],
    length: { seconds: 1 },
    concurrency: 1,
    next: () => ({
      kind: kindOf('write'),
      request: { method: 'POST', path: paths[(count += 1) % 3] as string, body: {} },
    }),
  });
  expect(latencies.length).toBeGreaterThan(0);
  expect(Object.keys(failures)).toEqual(['201', '404']);
});

test('of several kinds each has its own times', async () => {
  const url = await open();
  let count = 0;
  const answered: Record<string, number> = {};
  const { byKind } = await measure({
    urls: [url],
    length: { amount: 30 },
    concurrency: 3,
    next: () => get('/200', ['get', 'list', 'list'][(count += 1) % 3]),
    onAnswer: ({ name }) => (answered[name] = (answered[name] ?? 0) + 1),
  });
  const counts = Object.fromEntries(Object.entries(byKind).map(([kind, { length }]) => [kind, length]));
  expect(counts).toEqual(answered);
  expect((answered['get'] ?? 0) + (answered['list'] ?? 0)).toBe(30);
});

test('what is sent beside has its own rate, times and failures', async () => {
  const url = await open();
  const paths = ['/200', '/503'];
  let count = 0;
  const { measured, beside } = await sendWhile(
    { url, pace: { perSecond: 50 }, next: () => get(paths[(count += 1) % 2] as string, 'beside') },
    () => measure({ urls: [url], length: { seconds: 1 }, concurrency: 1, next: () => get('/200') }),
  );
  expect(Object.keys(measured.byKind)).toEqual(['get']);
  expect(beside.byKind['beside']?.length).toBeGreaterThan(0);
  expect(beside.failures).toEqual({ '503 (beside)': Math.ceil(count / 2) });
});

test('of what is too much at any rate, refusals are a kind of their own', async () => {
  const url = await open();
  const kind = { name: 'crowd', isTooMuch: true } as const;
  let count = 0;
  const next = () => {
    const sent = get(['/200', '/503'][(count += 1) % 2] as string);
    return { ...sent, kind: { ...sent.kind, ...kind } };
  };
  const { beside } = await sendWhile({ url, pace: { atOnce: 3 }, next }, async () => {
    const measuring = { urls: [url], length: { amount: 20 }, concurrency: 1, next: () => get('/200') };
    return measure(measuring);
  });
  expect(Object.keys(beside.byKind).toSorted()).toEqual(['crowd', 'crowd refused']);
  expect(beside.failures).toEqual({});
});

test('every answer is counted with its time, and every failure by what it says', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked % 3 === 0) throw new Error('not now');
    await new Promise((resolve) => setImmediate(resolve));
  };
  const { latencies, failures, perSecond } = await measureAsking({
    ask,
    length: { seconds: 0.2 },
    concurrency: 2,
  });
  expect(failures).toEqual({ 'not now': Math.floor(asked / 3) });
  expect(latencies).toHaveLength(asked - Math.floor(asked / 3));
  expect([...latencies]).toEqual([...latencies].sort((one, other) => one - other));
  expect(perSecond).toBeGreaterThan(0);
});

test('so many are asked, however long it takes', async () => {
  let asked = 0;
  const ask = () => Promise.resolve((asked += 1));
  const { latencies } = await measureAsking({ ask, length: { amount: 7 }, concurrency: 3 });
  expect([asked, latencies.length]).toEqual([7, 7]);
});
