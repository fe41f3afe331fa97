import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errorOfReply, type Reply } from '@svc/service-kit';
import type { TagKind } from '../endpoints/endpoint.ts';
import { acceptsProblems, problemDetails, problemMediaType } from './problem-details.ts';
import type { GatewayResponse } from './request-state.ts';

/** The client may store the answer, but must revalidate it each time. */
const ownCopy = 'private, no-cache';

/** Nothing is stored on disk; a client that keeps the answer in memory may still revalidate it. */
const unstored = 'no-store';

/** Sends a reply; its body is passed through unchanged, unless it is an error for a client that accepts problem details. */
export function sendReply(response: GatewayResponse, reply: Reply, cacheControl = unstored): void {
  response.locals.state.code = reply.code;
  const retryAfter = retryAfterOf(reply);
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  if (reply.status === 401) response.setHeader('WWW-Authenticate', challengeOf(reply, response.req.headers));
  if (reply.warning) response.setHeader('Warning', `199 - "${reply.warning}"`);
  const isProblem = !reply.ok && acceptsProblems(response.req);
  const body = isProblem ? problemDetails(reply) : reply.body;
  response.setHeader('Content-Type', `${isProblem ? problemMediaType : 'application/json'}; charset=utf-8`);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Content-Length', body.byteLength);
  response.status(reply.status).end(body);
}

/** The challenge of a 401 by RFC 6750, which names an error only to clients that sent credentials. */
function challengeOf({ code }: Reply, { authorization }: IncomingHttpHeaders): string {
  const isRefused = code === 'rest_cannot_access' && authorization !== undefined;
  return `Bearer realm="Records Service"${isRefused ? ', error="invalid_token"' : ''}`;
}

/** Sends an answer that the gateway gives without a service. */
export function sendJson(response: GatewayResponse, body: unknown, cacheControl = unstored): void {
  const reply = { ok: true, status: 200, code: undefined, body: Buffer.from(JSON.stringify(body)) } as const;
  sendReply(response, reply, cacheControl);
}

/** Like `sendReply`, with an entity tag; 304 without a body when the client has the current answer. Errors have no tag. */
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

/** Seconds from the error, by default 1; undefined for statuses after which a retry does not help. */
function retryAfterOf(reply: Reply): number | undefined {
  if (reply.status !== 429 && reply.status !== 503) return undefined;
  const seconds = Number(errorOfReply(reply).data['retry_after']);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 1;
}

/**
 * The strong entity tag of an answer: a digest of the body, the same on every instance, after the version of the shown
 * record, if there is one.
 */
export function entityTag({ body, version }: Pick<Reply, 'body' | 'version'>): string {
  const digest = hash('sha256', body, 'base64url').slice(0, 27);
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`;
}

/**
 * The record versions in the tags of `If-Match`; a record at any other version must not be written. The digests are
 * ignored: other content of the answer, such as names of connected records, may change independently. Undefined when
 * any version will do.
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return ifMatch.split(',').flatMap((tag) => {
    const version = /^\s*(?:W\/)?"(\d{1,15})\.[\w-]+"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** Whether `If-None-Match` names the tag. The weak form, which proxies produce, counts too. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((part) => part === tag || part === '*');
}
