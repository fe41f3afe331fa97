import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import helmet from 'helmet';
import { setSecurityHeaders } from './set-security-headers.ts';

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

test('answers have the headers that helmet gives them, in its order and spelling', async () => {
  const ours = setSecurityHeaders() as unknown as Step;
  const [first, second, wanted] = [await headersBy(ours), await headersBy(ours), await headersBy(helmet())];
  expect(wanted).toContain('nosniff');
  expect(first).toEqual(wanted);
  expect(second).toEqual(wanted);
});

/** The names and values in the order in which a client gets them. */
async function headersBy(step: Step): Promise<string[]> {
  const server = createServer((received, response) => {
    response.sendDate = false;
    step(received, response, () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(request({ port, host: '127.0.0.1' }).end(), 'response')) as [IncomingMessage];
  answer.resume();
  server.close();
  return answer.rawHeaders;
}
