import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listening, until } from '@svc/testing';
import type { RequestKind } from '../rows/row.ts';
import { measure, measureAsking, sendWhile } from './measure.ts';

const seen: string[] = [];
let url: string;

/** Answers with the status that the path names. */
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
  response.writeHead(Number(request.url?.split('/')[1])).end('{"ID":12}');
});

beforeAll(async () => {
  url = `http://127.0.0.1:${await listening(server)}`;
});

const kindOf = (name: string) => ({ name }) as RequestKind;

const get = (path: string, kind = 'get') => ({
  kind: kindOf(kind),
  request: { method: 'GET' as const, path, token: 'mine' },
});

/** What comes one after the other, again and again. */
function inTurns<Item>(...items: readonly Item[]): () => Item {
  let count = 0;
  return () => items[(count += 1) % items.length] as Item;
}

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('each request is built separately, and each successful answer is reported', async () => {
  let count = 0;
  const answers: string[] = [];
  const { latencies, failures, perSecond } = await measure({
    urls: [url],
    length: { amount: 100 },
    concurrency: 2,
    next: () => get(`/200/${(count += 1)}`),
    onAnswer: (_kind, body) => answers.push(body),
  });
  expect(failures).toEqual({});
  expect(perSecond).toBeGreaterThan(0);
  expect([answers.length, latencies.length]).toEqual([100, 100]);
  expect(new Set(answers)).toEqual(new Set(['{"ID":12}']));
  expect(seen).toContain('GET /200/3 Bearer mine');
  expect(new Set(seen).size).toBe(seen.length);
});

test('an answer other than 200 is a failure without a latency', async () => {
  const path = inTurns('/200', '/404', '/201');
  const kind = kindOf('write');
  const next = () => ({ kind, request: { method: 'POST' as const, path: path(), body: {} } });
  const { latencies, failures } = await measure({
    urls: [url],
    length: { amount: 30 },
    concurrency: 1,
    next,
  });
  expect(latencies.length).toBeGreaterThan(0);
  expect(Object.keys(failures)).toEqual(['201', '404']);
});

test('each kind of request has its own times', async () => {
  const kind = inTurns('get', 'list', 'list');
  const answered: Record<string, number> = {};
  const { byKind } = await measure({
    urls: [url],
    length: { amount: 30 },
    concurrency: 3,
    next: () => get('/200', kind()),
    onAnswer: ({ name }) => (answered[name] = (answered[name] ?? 0) + 1),
  });
  const counts = Object.fromEntries(Object.entries(byKind).map(([kind, { length }]) => [kind, length]));
  expect(counts).toEqual(answered);
  expect((answered['get'] ?? 0) + (answered['list'] ?? 0)).toBe(30);
});

test('background requests have their own rate, times and failures', async () => {
  const paths = ['/200', '/503'];
  let count = 0;
  const { measured, beside } = await sendWhile(
    { url, pace: { perSecond: 50 }, next: () => get(paths[(count += 1) % 2] as string, 'beside') },
    async () => {
      const length = { seconds: 0.2 };
      const measuring = await measure({ urls: [url], length, concurrency: 1, next: () => get('/200') });
      await until(() => expect(count).toBeGreaterThan(1));
      return measuring;
    },
  );
  expect(Object.keys(measured.byKind)).toEqual(['get']);
  expect(beside.byKind['beside']?.length).toBeGreaterThan(0);
  expect(beside.failures).toEqual({ '503 (beside)': Math.ceil(count / 2) });
});

test('refusals under deliberate overload are a separate kind', async () => {
  const path = inTurns('/200', '/503');
  const next = () => ({ ...get(path()), kind: { ...kindOf('crowd'), isTooMuch: true as const } });
  const { beside } = await sendWhile({ url, pace: { atOnce: 3 }, next }, () =>
    measure({ urls: [url], length: { amount: 20 }, concurrency: 1, next: () => get('/200') }),
  );
  expect(Object.keys(beside.byKind).toSorted()).toEqual(['crowd', 'crowd refused']);
  expect(beside.failures).toEqual({});
});

test('every answer is counted with its time, and every failure by its message', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked % 3 === 0) throw new Error('not now');
    await new Promise((resolve) => setImmediate(resolve));
  };
  const length = { seconds: 0.2 };
  const { latencies, failures, perSecond } = await measureAsking({ ask, length, concurrency: 2 });
  expect(failures).toEqual({ 'not now': Math.floor(asked / 3) });
  expect(latencies).toHaveLength(asked - Math.floor(asked / 3));
  expect([...latencies]).toEqual([...latencies].sort((one, other) => one - other));
  expect(perSecond).toBeGreaterThan(0);
});

test('a fixed number of requests is sent', async () => {
  let asked = 0;
  const ask = () => Promise.resolve((asked += 1));
  const { latencies } = await measureAsking({ ask, length: { amount: 7 }, concurrency: 3 });
  expect([asked, latencies.length]).toEqual([7, 7]);
});
