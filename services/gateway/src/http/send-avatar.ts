import type { OutputOf, usersOpenAvatar } from '@svc/contracts';
import { decodeBody } from '@svc/service-kit';
import type { OperationEndpoint } from '../endpoints/endpoint.ts';
import { askOperation, type AskDeps } from './ask-operation.ts';
import { harmless } from './harmless.ts';
import type { GatewayHandler } from './request-state.ts';
import { entityTag, matchesTag, sendReply } from './send-reply.ts';

/** An address that has its picture for ever is never fetched again, and caches on the way may keep it. */
const forEver = 'public, max-age=31536000, immutable';
const forAWhile = 'private, max-age=3600';

/** Sends the picture that stands for a user. Pages show it by its address, so the request has no credentials. */
export function sendAvatar(endpoint: OperationEndpoint, deps: AskDeps): GatewayHandler {
  const open = askOperation(endpoint, deps);
  return async (request, response) => {
    const reply = await open(request, response);
    if (!reply.ok) return sendReply(response, reply);
    const { type, data, is_lasting: isLasting } = decodeBody(reply.body) as OutputOf<typeof usersOpenAvatar>;
    const tag = entityTag({ body: data, version: undefined });
    for (const [header, value] of Object.entries(harmless)) response.setHeader(header, value);
    response.setHeader('Cache-Control', isLasting ? forEver : forAWhile);
    response.setHeader('ETag', tag);
    if (matchesTag(request.headers['if-none-match'], tag)) return void response.status(304).end();
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', data.byteLength);
    response.end(data);
  };
}
