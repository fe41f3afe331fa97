import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listening, until } from '@svc/testing';
import { openReaders } from './open-readers.ts';
import { clockMs } from './reader-messages.ts';

const streams: ServerResponse[] = [];
const authorizations: (string | undefined)[] = [];
let url = '';

const server = createServer(({ url: path, headers }, response) => {
  if (path !== '/events') return void response.writeHead(429).end('{}');
  authorizations.push(headers.authorization);
  streams.push(response);
  response.write('retry: 1000\nid: a-1\n: connected\n\n');
});

beforeAll(async () => {
  url = `http://127.0.0.1:${await listening(server)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('readers count what they receive, and note when each received a message about a record', async () => {
  const paths = [{ path: '/events', token: 'of a user' }, { path: '/events' }];
  const readers = await openReaders(url, paths);
  try {
    expect(authorizations.toSorted()).toEqual(['Bearer of a user', undefined]);
    await readers.begin();
    const sent = clockMs();
    for (const stream of streams) {
      stream.write(': heartbeat\n\n');
      stream.write(
        'id: a-2\nevent: record.updated\ndata: {"post_type":"contacts","record_id":12,"version":7}\n\n',
      );
      stream.write('event: notification\ndata: {"post_type":"contacts","record_id":12,"version":7}\n\n');
    }
    await until(async () => expect((await readers.state()).events).toBe(2));
    const { open, heartbeats, received, failures } = await readers.report();
    expect({ open, heartbeats, failures }).toEqual({ open: 2, heartbeats: 2, failures: {} });
    expect(Object.keys(received)).toEqual(['12/7']);
    for (const at of received['12/7'] ?? []) expect(at).toBeGreaterThanOrEqual(sent);
    streams[0]?.end('event: end\ndata: {"reason":"slow_reader"}\n\n');
    await until(async () => expect((await readers.state()).failures).toEqual({ slow_reader: 1 }));
  } finally {
    await readers.close();
  }
});

test('a refused stream is an error with its status', async () => {
  await expect(openReaders(url, [{ path: '/full' }])).rejects.toThrow(
    '1 event streams were not opened: {"stream refused: 429":1}',
  );
});
