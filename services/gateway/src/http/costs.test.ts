import { expect, test } from '@jest/globals';
import express, { type Request } from 'express';
import { cpuMsOf, maxRefusalMs, worstTexts } from '@svc/testing';
import { headerLimit } from './http-server.ts';
import { localeOf } from './locale-of.ts';
import { parseBrackets, parseQuery } from './parse-brackets.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { refuseUnlessForm } from './read-form.ts';
import { idempotencyKeyOf, requestIdOf, traceparentOf } from './request-headers.ts';
import type { GatewayResponse } from './request-state.ts';

/** The largest body that is not a file, in bytes. */
const bodyLimit = 1_000_000;

const nobody = { locals: { state: {} } } as unknown as GatewayResponse;
const accepting = (value: string) =>
  Object.assign(Object.create(express.request), { headers: { 'accept-language': value } }) as Request;

/** What reads a text of a client before or while the request is refused, with the longest text that it gets. */
const readers: readonly [name: string, max: number, read: (text: string) => unknown][] = [
  ['the query', headerLimit, (text) => parseQuery(`/?${text}`)],
  ['the name of a query parameter', headerLimit, (text) => parseQuery(`/?a${text}=1`)],
  ['a form', bodyLimit, (text) => parseBrackets(text)],
  ['a name in a form', bodyLimit, (text) => parseBrackets(`a${text}=1`)],
  ['JSON', bodyLimit, (text) => parseJsonBody(Buffer.from(text))],
  ['a text in JSON', bodyLimit, (text) => parseJsonBody(Buffer.from(`{"a":"${text}`))],
  ['Accept-Language', headerLimit, (text) => localeOf(accepting(text), nobody)],
  ['X-Request-Id', headerLimit, requestIdOf],
  ['traceparent', headerLimit, traceparentOf],
  ['Idempotency-Key', headerLimit, idempotencyKeyOf],
  [
    'the boundary of a form with files',
    headerLimit,
    (text) => refuseUnlessForm({ headers: { 'content-type': `multipart/form-data;${text}` } } as never),
  ],
];

test.each(readers)('%s costs little, whatever it repeats up to its limit', (_name, max, read) => {
  for (const [shape, text] of worstTexts(max).filter(([, each]) => Buffer.byteLength(each) <= max)) {
    const ms = cpuMsOf(() => read(text));
    expect({ shape, isCheap: ms < maxRefusalMs, ms }).toMatchObject({ isCheap: true });
  }
});
