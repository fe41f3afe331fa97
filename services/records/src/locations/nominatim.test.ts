import { afterEach, expect, test } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Deadline } from '@svc/service-kit';
import { Nominatim } from './nominatim.ts';

const servers: Server[] = [];
const asked: IncomingMessage[] = [];

/** A service on this machine that answers everything like this. */
async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request);
    answer(response, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveText = (text: string) => serve((response) => response.end(text));
const locate = (url: string, address = '1 Long Road', deadline = Deadline.after(4_000)) =>
  new Nominatim(url).locate(address, deadline);

afterEach(() => {
  asked.length = 0;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test('the first place that the service finds is where an address is', async () => {
  const place = {
    lon: '10.5',
    lat: '5.25',
    display_name: '1 Long Road, Town',
    addresstype: 'house',
    more: 1,
  };
  const url = await serveText(JSON.stringify([place, { ...place, display_name: 'Another' }]));
  const found = await locate(`${url}/maps/?key=k%201`, 'Straße 1 & more');
  expect(found).toEqual({ lng: 10.5, lat: 5.25, label: '1 Long Road, Town', level: 'house' });
  const question = new URL(asked[0]?.url ?? '', url);
  expect(question.pathname).toBe('/maps/search');
  expect(Object.fromEntries(question.searchParams)).toEqual({
    ...{ key: 'k 1', q: 'Straße 1 & more' },
    ...{ format: 'jsonv2', limit: '1' },
  });
});

test('a user in the address of the service goes with the question, in a header', async () => {
  const url = await serveText('[]');
  await locate(url.replace('http://', 'http://me:se%20cret@'));
  const credentials = Buffer.from('me:se cret').toString('base64');
  expect(asked[0]?.headers.authorization).toBe(`Basic ${credentials}`);
});

test('an address that the service does not know is nowhere', async () => {
  expect(await locate(await serveText('[]'))).toBeUndefined();
});

test.each([
  ['no JSON', '<html>'],
  ['no list', '{"error":"busy"}'],
  ['a place without coordinates', '[{"display_name":"x"}]'],
  ['a place off the map', '[{"lon":"200","lat":"1","display_name":"x"}]'],
])('%s is no answer', async (_what, text) => {
  await expect(locate(await serveText(text))).rejects.toThrow('something else than a list of places');
});

test('a refusal is told with its status', async () => {
  const url = await serve((response) => response.writeHead(429).end('slow down'));
  await expect(locate(url)).rejects.toThrow('status 429');
});

test('an answer is not read further than it may be large', async () => {
  const url = await serve((response) => {
    const write = (): unknown => response.write(' '.repeat(60_000)) && setImmediate(write);
    response.on('drain', write).on('error', () => {});
    write();
  });
  await expect(locate(url)).rejects.toThrow('more than 100000 bytes');
});

test('a redirect is not followed', async () => {
  const elsewhere = await serveText('[]');
  const url = await serve((response) => response.writeHead(302, { Location: elsewhere }).end());
  await expect(locate(url)).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

test('a service that does not answer is given up in time, and one that is not there at once', async () => {
  const silent = await serve(() => {});
  for (const milliseconds of [100, 101, 102])
    await expect(locate(silent, 'x', Deadline.after(milliseconds))).rejects.toThrow(/timeout/i);
  await expect(locate('http://127.0.0.1:1')).rejects.toThrow();
});
