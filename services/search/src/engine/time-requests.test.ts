import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { listening, until } from '@svc/testing';
import { SearchEngine } from './search-engine.ts';
import { SearchMetrics } from './search-metrics.ts';
import { requestName, timeRequests } from './time-requests.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  // However long a test waits, its next request finds the connection open.
  server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (request.url?.includes('tasks')) request.socket.destroy();
    else response.writeHead(request.url?.includes('stats') ? 403 : 202).end('{}');
  });
  url = `http://127.0.0.1:${await listening(server)}/engine`;
});

afterAll(() => void server.close());

test.each([
  ['POST', 'multi-search', 'POST multi-search'],
  ['POST', 'indexes/svc_records/documents/delete-batch', 'POST documents'],
  ['GET', 'indexes/svc_records', 'GET indexes'],
  ['GET', 'tasks?limit=1', 'GET tasks'],
])('the metric of %s %s is labelled %s', (method, path, name) =>
  expect(requestName(method, path)).toBe(name),
);

test('requests to the engine are measured by outcome, other requests are not', async () => {
  const metrics = new SearchMetrics(new Registry());
  const stop = timeRequests(url, metrics);
  const { client } = new SearchEngine({ url, key: '', prefix: 'svc_' });
  await client.index('svc_records').deleteDocument(1);
  await expect(client.index('svc_records').getStats()).rejects.toThrow();
  await expect(client.tasks.getTasks()).rejects.toThrow();
  await fetch(url.replace('127.0.0.1', 'localhost')).catch(() => undefined);
  stop();
  await client.index('svc_records').deleteDocument(1);
  const counts = async () =>
    (await metrics.requestDuration.get()).values
      .filter(({ metricName }) => metricName?.endsWith('_count'))
      .map(({ labels, value }) => [labels.request, labels.outcome, value]);
  await until(async () =>
    expect(await counts()).toEqual([
      ['DELETE documents', 'ok', 1],
      ['GET stats', 'refused', 1],
      ['GET tasks', 'failed', 1],
    ]),
  );
});
