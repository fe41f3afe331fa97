import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import express from 'express';
import { msg, type Message, ServiceError } from '@svc/contracts';
import { Deadline } from '@svc/service-kit';
import { bodyLimit } from '../config.ts';
import type { SentValues } from '../endpoints/sent.ts';
import { parseBrackets } from './parse-brackets.ts';
import { parseJsonBody } from './parse-json-body.ts';
import type { GatewayHandler } from './request-state.ts';

/**
 * Two steps that put the values of a request's body into `request.body`. The sent bytes and the unpacked bytes are
 * limited to `bodyLimit` each. The deadline is extended by the time that the client takes to send the body.
 */
export function readBody(): GatewayHandler[] {
  const readBytes: GatewayHandler = express.raw({ type: () => true, limit: bodyLimit });
  return [
    (request, response, next) => {
      const begun = Date.now();
      const { 'content-encoding': encoding, ...headers } = request.headers;
      // express would unpack while reading and limit only the unpacked size: endless input can unpack to nothing.
      request.headers = headers;
      readBytes(request, response, (error?: unknown) => {
        request.headers = { ...headers, 'content-encoding': encoding };
        const { state } = response.locals;
        state.deadline = new Deadline(state.deadline.at + Date.now() - begun);
        next(error);
      });
    },
    async (request, _response, next) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { 'content-type': type, 'content-encoding': encoding } = request.headers;
      request.body = parseBody(type, await unpacked(bytes, encoding));
      next();
    },
  ];
}

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const unpackers: Readonly<Record<string, Unpack>> = {
  identity: async (bytes) => bytes,
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** @throws Error with the status that express's body reader would give it. */
async function unpacked(bytes: Uint8Array, encoding = 'identity'): Promise<Uint8Array> {
  if (bytes.byteLength === 0) return bytes;
  const name = encoding.toLowerCase();
  const unpack = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  if (!unpack) throw Object.assign(new Error(`unsupported Content-Encoding ${name}`), { status: 415 });
  return unpack(bytes, { maxOutputLength: bodyLimit }).catch((cause: NodeJS.ErrnoException) => {
    const status = cause.code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 400;
    throw Object.assign(new Error(cause.message, { cause }), { status });
  });
}

/**
 * The values of a body in JSON or form-urlencoded, by its content type. An empty body has no values, whatever the
 * content type: some clients send `application/json` with an empty body.
 * @throws ServiceError `unsupported_media_type`, `rest_invalid_json` or `rest_invalid_param`.
 */
export function parseBody(contentType: string | undefined, bytes: Uint8Array): SentValues {
  if (bytes.byteLength === 0) return {};
  const type = (contentType ?? '').toLowerCase();
  const [mediaType = ''] = type.split(';', 1);
  const charset = /;\s*charset="?([^";\s]+)"?\s*(?:;|$)/.exec(type)?.[1];
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw unsupported(
      msg`The character set ${charset} of the request body is not supported; send the body as utf-8.`,
    );
  }
  if (/^[\w.+-]+\/([\w.+-]+\+)?json$/.test(mediaType.trim())) return parseJsonBody(bytes);
  if (mediaType.trim() === 'application/x-www-form-urlencoded') {
    return parseBrackets(Buffer.from(bytes).toString('utf8'));
  }
  throw unsupported(
    'The Content-Type of the request must be application/json or application/x-www-form-urlencoded.',
  );
}

function unsupported(message: Message): ServiceError {
  return new ServiceError('unsupported_media_type', message);
}
