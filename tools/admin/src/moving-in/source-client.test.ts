import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import { AdminError } from '../admin-error.ts';
import { ownUserSchema } from './source-answers.ts';
import { SourceClient } from './source-client.ts';

const servers: Server[] = [];

afterAll(() => servers.forEach((server) => server.close()));

async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://${host}:${await listening(server, host)}`;
}

test('a redirect to another host is refused, and the other host receives no request', async () => {
  let asked = 0;
  const other = await serve((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  const url = await serve((request, response) => {
    if (request.url?.endsWith('/token')) response.end('{"token":"secret"}');
    else response.writeHead(302, { location: `${other}/` }).end();
  });
  const source = new SourceClient({ url, username: 'ada', password: 'secret' });
  await expect(source.get('dt/v1/user/my', ownUserSchema)).rejects.toThrow('redirects to');
  expect(asked).toBe(0);
});

test('an endless answer is read up to the limit, once, and ends the import', async () => {
  let asked = 0;
  const mebibyte = Buffer.alloc(1024 * 1024, ' ');
  const url = await serve((request, response) => {
    if (request.url?.endsWith('/token')) return void response.end('{"token":"secret"}');
    asked += 1;
    const more = (): unknown => response.writable && response.write(mebibyte) && setImmediate(more);
    response.on('drain', more).on('error', () => {});
    more();
  });
  const noPause = () => Promise.reject(new Error('it is asked again'));
  const source = new SourceClient({ url, username: 'ada', password: 'secret' }, noPause);
  const error = await source.get('dt/v1/user/my', ownUserSchema).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AdminError);
  expect(error).toHaveProperty('message', expect.stringContaining('more than 64 MB'));
  expect(asked).toBe(1);
});

test('a file on a private host is downloaded only with --file-host, and without the token', async () => {
  const asked: unknown[] = [];
  const storage = await serve((request, response) => {
    asked.push([request.url, request.headers.authorization]);
    response.writeHead(200, { 'content-type': 'image/png' }).end('picture');
  }, '127.0.0.2');
  const account = {
    url: await serve((_request, response) => response.end()),
    username: 'ada',
    password: 'x',
  };
  const refused = new SourceClient(account).downloadShown(`${storage}/a.png?signed=1`);
  await expect(refused).rejects.toThrow('allow its host with --file-host');
  expect(asked).toEqual([]);
  const named = new SourceClient({ ...account, fileHosts: ['127.0.0.2'] });
  const { type, content } = await named.downloadShown(`${storage}/a.png?signed=1`);
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  expect([type, Buffer.concat(pieces).toString()]).toEqual(['image/png', 'picture']);
  expect(asked).toEqual([['/a.png?signed=1', undefined]]);
});

test('a file of a service is read at the given URL instead of its public URL', async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => response.end(String(asked.push(request.url))));
  const source = new SourceClient({ url, username: 'ada', password: 'x' });
  const path = `files/v1/${'a'.repeat(26)}.full.abcdef.mac-mac_mac`;
  await source.downloadShown(`http://public.invalid/api/${path}`);
  expect(asked).toEqual([`/wp-json/${path}`]);
});
