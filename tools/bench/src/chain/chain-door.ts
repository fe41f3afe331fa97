import express, { type Request, type Response } from 'express';
import { jwtVerify } from 'jose';
import { connect, JSONCodec } from 'nats';
import { readChainConfig } from '../config.ts';
import { chainSubject, type ChainRequest } from './chain-request.ts';

const { natsUrl, port, secret } = readChainConfig();
const key = Buffer.from(secret);
const codec = JSONCodec();
const bus = await connect({ servers: natsUrl });

/** The door of the chain: it verifies the token of each request, and passes it to the worker over NATS. */
const app = express();
app.use(express.json());
app.get('/records/:id', (request, response) => pass(request, response, { kind: 'get', id: idOf(request) }));
app.post('/records', (request, response) =>
  pass(request, response, { kind: 'create', body: bodyOf(request) }),
);
app.post('/records/:id', (request, response) =>
  pass(request, response, {
    kind: 'update',
    id: idOf(request),
    nickname: String(bodyOf(request)['nickname']),
  }),
);
app.post('/records/:id/comments', (request, response) =>
  pass(request, response, {
    kind: 'comment',
    id: idOf(request),
    content: String(bodyOf(request)['comment']),
  }),
);
app.listen(port, '127.0.0.1');

async function pass(request: Request, response: Response, asked: ChainRequest): Promise<void> {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  try {
    await jwtVerify(token, key);
  } catch {
    response.status(403).end();
    return;
  }
  const { data } = await bus.request(chainSubject, codec.encode(asked), { timeout: 30_000 });
  response.status(data.length > 0 ? 200 : 404).type('json');
  response.send(Buffer.from(data));
}

const idOf = (request: Request): number => Number(request.params['id']);
const bodyOf = (request: Request): Record<string, unknown> => request.body as Record<string, unknown>;
