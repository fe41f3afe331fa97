import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostileText } from './texts.ts';

export interface WireRequest {
  readonly method: string;
  /** The percent-encoded path with the query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Whether the body is sent in chunks, without its length. */
  readonly isChunked: boolean;
}

/** Changes a request as only an attacker or a broken client would. */
export type Trick = (request: WireRequest) => WireRequest;

const deep = (open: string, close: string, levels: number) =>
  Buffer.from(open.repeat(levels) + '1' + close.repeat(levels));

const withHeader =
  (name: string, value: string): Trick =>
  (request) => ({
    ...request,
    headers: [...request.headers, [name, value]],
  });

const withBody =
  (body: (body: Buffer) => Buffer, headers: Readonly<Record<string, string>> = {}): Trick =>
  (request) => ({
    ...request,
    body: body(request.body),
    headers: [...request.headers.filter(([name]) => !(name in headers)), ...Object.entries(headers)],
  });

const onPath =
  (change: (path: string) => string): Trick =>
  (request) => ({ ...request, path: change(request.path) });

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const gzip = { 'content-encoding': 'gzip' };

/** 20 MB. */
const bomb = gzipSync(Buffer.alloc(20_000_000, 'a'));

const bodies: readonly Trick[] = [
  withBody((body) => body.subarray(0, body.length / 2)),
  withBody((body) => Buffer.concat([body, body])),
  withBody((body) => Buffer.concat([Buffer.from('\ufeff'), body])),
  withBody((body) => Buffer.from(body.toString('utf8'), 'utf16le')),
  withBody((body) => Buffer.from(body.toString('utf8').replace(/[a-z]/, '\u00ff'), 'latin1')),
  withBody((body) =>
    Buffer.from(body.toString('utf8').replace('{', '{"name":"a","name":"b","__proto__":{"a":1},')),
  ),
  withBody((body) => Buffer.from(body.toString('utf8').replace(/\d+/, '1e400'))),
  withBody(() => deep('[', ']', 200_000), json),
  withBody(() => deep('{"a":', '}', 5_000), json),
  withBody(() => Buffer.from(`{"name":${'['.repeat(40)}${']'.repeat(40)}}`), json),
  withBody(() => Buffer.from(`a${'[]'.repeat(4_000)}=1&`.repeat(15)), form),
  withBody(() => Buffer.from(`a[${'b]['.repeat(20_000)}]=1`), form),
  withBody(() => Buffer.from('a[]=1&'.repeat(20_000)), form),
  withBody(() => Buffer.from('a[b=1&a]b[=2&[]=3&=4&a[[]]=5&a[__proto__][b]=6&%%=%zz&a=%ff%00%c0%af'), form),
  withBody((body) => body, { 'content-type': 'multipart/form-data; boundary=x' }),
  withBody((body) => body, { 'content-type': 'application/json; charset=utf-7' }),
  withBody((body) => body, form),
  withBody((body) => body, json),
  withBody((body) => gzipSync(body), gzip),
  withBody((body) => gzipSync(body).subarray(0, 20), gzip),
  withBody((body) => body, gzip),
  withBody(() => bomb, gzip),
  withBody((body) => body, { 'content-encoding': 'br' }),
  withBody(() => Buffer.alloc(1_048_577, ' ')),
  (request) => ({ ...request, isChunked: true }),
];

const paths: readonly Trick[] = [
  onPath((path) => path.replace('/wp-json/', '//wp-json//')),
  onPath((path) => path.replace('/v2/', '/v2/../v2/./')),
  onPath((path) => path.replace('/v2/', '/v2/%2e%2e%2f')),
  onPath((path) => path.replace(/\/(\w+)(?=\?|$)/, '/%00$1')),
  onPath((path) => path.replace(/\/\d+/, '/99999999999999999999999')),
  onPath((path) => path.replace(/\/\d+/, '/-1')),
  onPath((path) => path.replace(/\/contacts|\/groups/, '/__proto__')),
  onPath((path) => path.replace(/\/contacts|\/groups/, '/%ff%fe')),
  onPath((path) => path.toUpperCase()),
  onPath((path) => `${path}${path.includes('?') ? '&' : '?'}${'x[]=1&'.repeat(2_000)}`),
  onPath((path) => `${path}${path.includes('?') ? '&' : '?'}a${'[b]'.repeat(5_000)}=1`),
  onPath((path) => `${path}?a=%&b=%zz&c=%ff&=&&&a[=1&]=2&__proto__[x]=1`),
  onPath((path) => `${path.split('?')[0]}/`),
  onPath((path) => `${path};a=b#c`),
];

const headers: readonly Trick[] = [
  withHeader('idempotency-key', 'the-same'),
  withHeader('idempotency-key', 'another'),
  withHeader('idempotency-key', 'x'.repeat(500)),
  withHeader('if-none-match', '*'),
  withHeader('if-none-match', `"${'a", "'.repeat(5_000)}"`),
  withHeader('if-match', '"x"'),
  withHeader('range', 'bytes=0-0,-1,5-2'),
  withHeader('accept', 'text/html;q=0.1, */*;q=nan'),
  withHeader('accept-language', `${'fr;q=0.5,'.repeat(3_000)}es`),
  withHeader('accept-encoding', 'gzip, br, x;q=9'),
  withHeader('x-request-id', '\u00e9'.repeat(100)),
  withHeader('x-request-id', 'the-same'),
  withHeader('traceparent', '00-00000000000000000000000000000000-0000000000000000-00'),
  withHeader('x-forwarded-for', `${'1.2.3.4,'.repeat(1_000)}::1`),
  withHeader('x-forwarded-for', 'not an address'),
  withHeader('x-forwarded-proto', 'http,https'),
  withHeader('x-http-method-override', 'DELETE'),
  withHeader('authorization', 'Basic YTpi'),
  withHeader('cookie', 'a=b; '.repeat(3_000)),
  withHeader('x-large', 'x'.repeat(60_000)),
  withHeader('expect', '100-continue'),
  withHeader('origin', 'null'),
];

const methods = ['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'DELETE', 'GET', 'POST', 'PROPFIND', 'TRACE'];

export const trick: fc.Arbitrary<Trick> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...bodies) },
  { weight: 3, arbitrary: fc.constantFrom(...paths) },
  { weight: 5, arbitrary: fc.constantFrom(...headers) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...methods).map((method): Trick => (request) => ({ ...request, method })),
  },
  {
    weight: 1,
    arbitrary: hostileText.map((text) => onPath((path) => `${path.split('?')[0]}/${encodeText(text)}`)),
  },
);

/** Percent-encodes a text, even invalid Unicode, up to the maximum length of an address. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.slice(0, 10_000).toWellFormed());
}
