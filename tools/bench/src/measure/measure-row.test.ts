import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Choices } from '@svc/demo';
import { listening } from '@svc/testing';
import { Made } from '../rows/made.ts';
import { rowOf, type Measured } from '../rows/row.ts';
import { measureRow } from './measure-row.ts';
import type { Target } from './target.ts';

const servers = { ours: answering(), beside: answering(), thin: answering() };
const urls = { ours: '', beside: '', thin: '' };

function answering() {
  return createServer((_request, response) => response.end('{"ID":12}'));
}

beforeAll(async () => {
  for (const side of ['ours', 'beside', 'thin'] as const)
    urls[side] = `http://127.0.0.1:${await listening(servers[side])}`;
});

afterAll(() => {
  for (const server of Object.values(servers)) {
    server.closeAllConnections();
    server.close();
  }
});

const kind = {
  name: 'get',
  makes: 'contacts' as const,
  ours: () => ({ method: 'GET' as const, path: '/ours' }),
  thin: () => ({ method: 'GET' as const, path: '/thin' }),
};

const targetAt = (url: string): Target => ({
  urls: [url],
  asAdmin: (work) => work(() => Promise.reject(new Error('no service is called'))),
  measured: { choices: new Choices(1) } as Measured,
  processes: new Map([['records', process.pid]]),
  made: new Made(),
  settled: () => Promise.resolve(0),
  idle: () => Promise.resolve(),
});

const setting = () => ({
  ours: targetAt(urls.ours),
  beside: targetAt(urls.beside),
  thinUrl: urls.thin,
  chain: undefined,
  floor: undefined,
  seconds: 0.01,
  warmUp: 0,
  rounds: 1,
  concurrency: 2,
});

test('the service and another checkout are measured in turns, after a warm-up of both', async () => {
  const { ours, beside, ...rest } = setting();
  const sides = new Map([
    [ours.measured, 'ours'],
    [beside.measured, 'beside'],
  ]);
  const order: (string | undefined)[] = [];
  const asks = (measured: Measured) => {
    const side = sides.get(measured);
    if (order.at(-1) !== side) order.push(side);
    return new Promise((resolve) => setImmediate(resolve));
  };
  const row = { name: 'places', title: 'places', asks };
  const turns = { ...rest, ours, beside, warmUp: 0.01, rounds: 3 };
  const result = await measureRow(row, turns);
  expect(order).toEqual(Array.from({ length: 4 }, () => ['ours', 'beside']).flat());
  expect(result.besideRatio).toBeCloseTo(result.ours.perSecond / (result.beside?.perSecond ?? 0));
});

test('each installation gets requests of its own, and has its own rate, processor time and failures', async () => {
  const result = await measureRow(rowOf(kind, { title: 'get', amount: 20 }), setting());
  const { ours, beside, thin } = result;
  expect([ours.failures, beside?.failures, thin?.failures]).toEqual([{}, {}, {}]);
  expect(Object.keys(beside?.cpu ?? {})).toEqual(['records', 'bench']);
  expect(result.ratio).toBeCloseTo(ours.perSecond / (thin?.perSecond ?? 0));
});

test('the chain gets the requests of the thin handler, with its own token', async () => {
  const seen: [string | undefined, string | undefined][] = [];
  const server = createServer(({ url, headers }, response) => {
    seen.push([url, headers.authorization]);
    response.end('{}');
  });
  const chain = { url: `http://127.0.0.1:${await listening(server)}`, token: 'of the chain' };
  const row = rowOf(kind, { title: 'get', amount: 4, hasChain: true });
  const result = await measureRow(row, { ...setting(), chain });
  server.close();
  expect(new Set(seen.map(String))).toEqual(new Set(['/thin,Bearer of the chain']));
  expect(result.chain?.failures).toEqual({});
  expect(result.chainRatio).toBeCloseTo(result.ours.perSecond / (result.chain?.perSecond ?? 0));
});

test('another kind of request is measured in turns with the row', async () => {
  const paths: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    if (paths.at(-1) !== url) paths.push(url);
    response.end('{}');
  });
  const ours = targetAt(`http://127.0.0.1:${await listening(server)}`);
  const ofKind = (name: string) => ({ name, ours: () => ({ method: 'GET' as const, path: `/${name}` }) });
  const row = rowOf(ofKind('key'), { title: 'key', amount: 4, against: ofKind('get') });
  const { against, againstRatio, ...result } = await measureRow(row, {
    ...setting(),
    ours,
    beside: undefined,
    rounds: 2,
  });
  server.close();
  expect(paths).toEqual(['/key', '/get', '/key', '/get']);
  expect(against?.failures).toEqual({});
  expect(againstRatio).toBeCloseTo(result.ours.perSecond / (against?.perSecond ?? 0));
});
