import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { measure } from './measure.ts';

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
    ...{ url, seconds: 1, concurrency: 2 },
    next: () => ({ method: 'GET', path: `/200/${(count += 1)}`, token: 'mine' }),
    onAnswer: (body) => answers.push(body),
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
    ...{ url, seconds: 1, concurrency: 1 },
    next: () => ({ method: 'POST', path: paths[(count += 1) % 3] as string, body: {} }),
  });
  expect(latencies.length).toBeGreaterThan(0);
  expect(Object.keys(failures)).toEqual(['201', '404']);
});
