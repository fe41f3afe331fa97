import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpServer, idleTimeout } from './http-server.ts';

const idleMs = 2_000;

let http: HttpServer;
const clients: Socket[] = [];
let take: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  const listener = (request: IncomingMessage, response: ServerResponse) => take(request, response);
  http = await HttpServer.listen(listener, { port: 0, host: '127.0.0.1', idleMs });
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await http?.stop({ silentMs: 0, maxMs: 0 });
});

/** A client that has sent this, with the request as the server sees it. */
async function send(text: string) {
  const arrived = new Promise<{ request: IncomingMessage; response: ServerResponse }>((resolve) => {
    take = (request, response) => resolve({ request: request.on('error', () => {}), response });
  });
  const client = connect(http.port, '127.0.0.1');
  clients.push(client);
  client.write(text);
  return { client, ...(await arrived) };
}

/** Of what has no end. */
const upload = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n';
const download = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const piece = Buffer.alloc(65_536);

/** Milliseconds between the pieces of an active connection, a small part of `idleMs`: without a pause they would keep a core busy. */
const pauseMs = 20;

function afterPause(stream: Socket | ServerResponse, write: () => void): void {
  setTimeout(() => stream.destroyed || write(), pauseMs);
}

/** Writes until the connection holds no more, and goes on whenever the client has taken that. */
function answerWithoutEnd(response: ServerResponse): void {
  while (response.write(piece));
  response.once('drain', () => afterPause(response, () => answerWithoutEnd(response)));
}

test('an idle connection is closed and an active one stays open', async () => {
  const silentUpload = await send(`${upload}abc`);
  silentUpload.request.resume();
  const silentDownload = await send(download);
  silentDownload.client.pause();
  answerWithoutEnd(silentDownload.response);
  const goingUpload = await send(upload);
  const sendMore = () => goingUpload.client.write('more');
  goingUpload.request.on('data', () => afterPause(goingUpload.client, sendMore));
  sendMore();
  const goingDownload = await send(download);
  goingDownload.client.resume();
  answerWithoutEnd(goingDownload.response);

  const signal = AbortSignal.timeout(60_000);
  const silent = [silentUpload.response, silentDownload.response];
  await Promise.all(silent.map((response) => once(response, 'close', { signal })));

  expect(silentUpload.request.complete).toBe(false);
  expect(goingUpload.request.destroyed).toBe(false);
  expect(goingDownload.response.destroyed).toBe(false);
});

test('a request on a kept connection is answered after the stop has begun, and ends the connection', async () => {
  const listener = (_request: IncomingMessage, response: ServerResponse) => void response.end('ok');
  const own = await HttpServer.listen(listener, { port: 0, host: '127.0.0.1', idleMs });
  const kept = connect(own.port, '127.0.0.1');
  const silent = connect(own.port, '127.0.0.1');
  clients.push(kept, silent);
  const ask = async (client: Socket) => {
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const closed = once(client, 'close').then(() => ['closed without an answer']);
    return String((await Promise.race([once(client, 'data'), closed]))[0]);
  };
  for (const client of [kept, silent]) expect(await ask(client)).toContain('Connection: keep-alive');
  const ended = [kept, silent].map((client) => once(client.resume(), 'end'));
  const stopped = own.stop({ silentMs: 60_000, maxMs: 60_000 });
  expect(await ask(kept)).toMatch(/^HTTP\/1.1 200 OK\r\n.*Connection: close/s);
  await Promise.all([...ended, stopped]);
});

test.each([
  [4_000, 90_000],
  [40_000, 100_000],
  [300_000, 115_000],
])('with a deadline of %d ms the idle timeout is %d ms', (deadline, idle) => {
  expect(idleTimeout(deadline)).toBe(idle);
});
