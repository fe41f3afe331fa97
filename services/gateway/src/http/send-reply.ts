import { createHash } from 'node:crypto';
import type { ServiceError, Translate } from '@svc/contracts';
import { errorOfReply, errorReply, type Reply } from '@svc/service-kit';
import type { GatewayResponse } from './request-state.ts';

/** Who asked may keep the answer, and has to ask each time whether it still holds. */
const ownCopy = 'private, no-cache';

/** Writes a reply through: the body's bytes are the client's answer as they are. */
export function sendReply(response: GatewayResponse, reply: Reply, cacheControl = 'no-store'): void {
  response.locals.state.code = reply.code;
  const retryAfter = retryAfterOf(reply);
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  if (reply.warning) response.setHeader('Warning', `199 - "${reply.warning}"`);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Content-Length', reply.body.byteLength);
  response.status(reply.status).end(reply.body);
}

/** An answer of the gateway itself. */
export function sendJson(response: GatewayResponse, body: unknown): void {
  sendReply(response, { ok: true, status: 200, code: undefined, body: Buffer.from(JSON.stringify(body)) });
}

/**
 * Like `sendReply`, with the answer's entity tag; a client that has the same already is told so and nothing more. Refusals
 * have none.
 */
export function sendTagged(response: GatewayResponse, reply: Reply, ifNoneMatch: string | undefined): void {
  if (!reply.ok) return sendReply(response, reply);
  const tag = entityTag(reply.body);
  response.setHeader('ETag', tag);
  if (!matchesTag(ifNoneMatch, tag)) return sendReply(response, reply, ownCopy);
  response.setHeader('Cache-Control', ownCopy);
  response.status(304).end();
}

/** Answers with an error, in the language of who asked. */
export function sendError(response: GatewayResponse, error: ServiceError, translate: Translate): void {
  sendReply(response, errorReply(error, translate));
}

/** Seconds: what the error says, else a second. Only what may be tried again has it. */
function retryAfterOf(reply: Reply): number | undefined {
  if (reply.status !== 429 && reply.status !== 503) return undefined;
  const seconds = Number(errorOfReply(reply).data['retry_after']);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 1;
}

/** The strong entity tag of an answer: the same bytes have the same, on every instance. */
export function entityTag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the tag: the client has these very bytes. A weak tag of a proxy counts as well. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((part) => part === tag || part === '*');
}
