import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { maxFileNameLength, ServiceError } from '@svc/contracts';
import { until } from '@svc/testing';
import { readForm, type FormFile } from './read-form.ts';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server that reads forms with `take`, and answers with the code of the refusal. */
async function formServer(take: (file: FormFile) => Promise<void>) {
  const requests: IncomingMessage[] = [];
  // The server and its client share this process: while it gets no processor time, the timeout of an answered connection must not pass.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    requests.push(request);
    const options = { isFile: (part: string) => part === 'file', maxBytes: 10_000_000, take };
    void readForm(request, options).then(
      () => response.end('read'),
      (error: unknown) => response.writeHead(400).end(error instanceof ServiceError ? error.code : 'unknown'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
}

const skip = async ({ content }: FormFile) => void (await buffer(content));

/** Of more bytes than the buffers of a connection hold, so that the client still sends when it is refused. */
const large = new Uint8Array(8_000_000);

function formOf(names: readonly string[]) {
  const form = new FormData();
  for (const name of names) form.append('file', new Blob([name === 'small' ? name : large]), name);
  return form;
}

/** Encodes a form, and returns what sends the whole of it to an address before it reads the answer. */
async function senderOf(form: FormData): Promise<(url: string) => Promise<string>> {
  const encoded = new Response(form);
  const headers = Object.fromEntries(encoded.headers);
  const body = Buffer.from(await encoded.arrayBuffer());
  return (url) => send(url, headers, body);
}

async function send(url: string, headers: Record<string, string>, body: Buffer): Promise<string> {
  const sending = request(url, { method: 'POST', headers });
  const sentAll = once(sending, 'finish');
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.end(body);
  const [[answer]] = await Promise.all([answered, sentAll]);
  return `${answer.statusCode} ${await text(answer)}`;
}

test('a client that is refused while it sends receives the answer after it has sent all', async () => {
  const failing = async ({ content }: FormFile) => {
    for await (const _piece of content) throw new ServiceError('service_unavailable', 'The storage is away.');
  };
  const refusals = [
    ['400 service_unavailable', failing, formOf(['a', 'b'])],
    ['400 rest_invalid_param', skip, formOf([...Array.from({ length: 21 }, () => 'small'), 'last'])],
    ['400 rest_invalid_param', skip, formOf(['a'.repeat(maxFileNameLength + 1), 'b'])],
  ] as const;
  for (const [answer, take, form] of refusals) {
    const { url, requests } = await formServer(take);
    const sendForm = await senderOf(form);
    for (let time = 0; time < 3; time += 1) expect(await sendForm(url)).toBe(answer);
    await until(() => expect(requests.map(({ complete }) => complete)).toEqual([true, true, true]));
  }
});

test.each([
  ['the name of a value', [['a'.repeat(201), 'x']], '400 rest_invalid_param'],
  ['the name of a part with a file', [['a'.repeat(201), new Blob(['x'])]], '400 rest_invalid_param'],
  ['a name of 200 characters', [['a'.repeat(200), 'x']], '200 read'],
] as const)('%s has a maximum', async (_what, parts, answer) => {
  const { url } = await formServer(skip);
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const sendForm = await senderOf(form);
  expect(await sendForm(url)).toBe(answer);
});

test('headers of a part beyond their maximum are not read', async () => {
  const taken: string[] = [];
  const { url } = await formServer(async (file) => {
    taken.push(file.name);
    await skip(file);
  });
  const part = (headers: string) => `--x\r\n${headers}\r\n\r\nx\r\n`;
  const named = (name: string) => `content-disposition: form-data; name="file"; filename="${name}"`;
  const body = `${part(`x-long: ${'a'.repeat(9_000)}\r\n${named('lost')}`)}${part(named('kept'))}--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(await answer.text()).toBe('read');
  expect(taken).toEqual(['kept']);
});
