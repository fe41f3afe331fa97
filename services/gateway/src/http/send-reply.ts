import { createHash } from 'node:crypto';
import type { ServiceError, Translate } from '@svc/contracts';
import { errorOfReply, errorReply, type Reply } from '@svc/service-kit';
import type { TagKind } from '../endpoints/endpoint.ts';
import type { GatewayResponse } from './request-state.ts';

/** Who asked may keep the answer, and has to ask each time whether it still holds. */
const ownCopy = 'private, no-cache';

/** Nothing of it is left on a disk; a client that keeps it in memory may ask whether it still holds. */
const unstored = 'no-store';

/** Writes a reply through: the body's bytes are the client's answer as they are. */
export function sendReply(response: GatewayResponse, reply: Reply, cacheControl = unstored): void {
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
export function sendTagged(
  response: GatewayResponse,
  reply: Reply,
  { tag: kind, ifNoneMatch }: { tag: TagKind; ifNoneMatch: string | undefined },
): void {
  if (!reply.ok) return sendReply(response, reply);
  const cacheControl = kind === 'stored' ? ownCopy : unstored;
  const tag = entityTag(reply);
  response.setHeader('ETag', tag);
  if (!matchesTag(ifNoneMatch, tag)) return sendReply(response, reply, cacheControl);
  response.setHeader('Cache-Control', cacheControl);
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

/** The strong entity tag of an answer: the same bytes have the same, on every instance. It begins with the version of the record that is shown, if one is. */
export function entityTag({ body, version }: Pick<Reply, 'body' | 'version'>): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`;
}

/**
 * The versions of the tags that `If-Match` names: a record at another one is not to be written. Only they count: what else an answer shows, such
 * as the names of connected records, others may change meanwhile. Undefined where any will do.
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return ifMatch.split(',').flatMap((tag) => {
    const version = /^\s*(?:W\/)?"(\d{1,15})\.[\w-]+"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** Whether `If-None-Match` names the tag: the client has these very bytes. A weak tag of a proxy counts as well. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((part) => part === tag || part === '*');
}
