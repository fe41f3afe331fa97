import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { ownUserSchema } from './source-answers.ts';
import { SourceClient } from './source-client.ts';

const servers: Server[] = [];

afterAll(() => servers.forEach((server) => server.close()));

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a source that sends requests on to another host is told of, and the other gets nothing', async () => {
  let asked = 0;
  const other = await listening((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  const url = await listening((request, response) => {
    if (request.url?.endsWith('/token')) response.end('{"token":"secret"}');
    else response.writeHead(302, { location: `${other}/` }).end();
  });
  const source = new SourceClient({ url, username: 'ada', password: 'secret' });
  await expect(source.get('dt/v1/user/my', ownUserSchema)).rejects.toThrow('sends requests on to');
  expect(asked).toBe(0);
});
