import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { fileChunkBytes, recordsReadSlice, type OpenedFile } from '@svc/contracts';
import { decodeBody, onOneLine, type CallContext } from '@svc/service-kit';
import type { OperationEndpoint } from '../endpoints/endpoint.ts';
import { askOperation, chunkContext, type AskDeps, type GatewayRequest } from './ask-operation.ts';
import { harmless } from './harmless.ts';
import type { GatewayHandler, GatewayResponse } from './request-state.ts';
import { sendReply } from './send-reply.ts';

/** The bytes of a file from `from` up to, but not including, `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Sends a file, or the requested range of it, in chunks; each is read after the client has taken the one before. */
export function sendFile(endpoint: OperationEndpoint, deps: AskDeps): GatewayHandler {
  const open = askOperation(endpoint, deps);
  return async (request, response) => {
    const reply = await open(request, response);
    if (!reply.ok) return sendReply(response, reply);
    const file = decodeBody(reply.body) as OpenedFile;
    setFileHeaders(response, file, endpoint.access === 'public');
    const range = rangeOf(request, response, file);
    if (!range) return void response.status(416).end();
    response.setHeader('Content-Length', range.to - range.from);
    if (request.method === 'HEAD') return void response.end();
    const { log } = response.locals.state;
    const context = () => chunkContext(request, response, deps);
    const content = Readable.from(slices(file, range, deps, context), { objectMode: false });
    await pipeline(content, response).catch((error: unknown) => {
      // The client has disconnected, or notices that the content is shorter than Content-Length.
      log.info({ err: error }, 'file download interrupted');
      response.destroy();
    });
  };
}

/** Sets the headers of a file, whose name is data of a user. */
export function setFileHeaders(
  response: Pick<Response, 'attachment' | 'setHeader'>,
  { name, type, is_inline: isInline }: Pick<OpenedFile, 'name' | 'type' | 'is_inline'>,
  isOpen: boolean,
): void {
  // `attachment` encodes any well-formed name.
  response.attachment(onOneLine(name.toWellFormed()));
  if (isInline) response.setHeader('Content-Disposition', 'inline');
  response.setHeader('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader(
    'Cache-Control',
    isOpen ? 'private, max-age=3600, no-transform' : 'no-store, no-transform',
  );
  for (const [header, value] of Object.entries(harmless)) response.setHeader(header, value);
}

/**
 * The bytes to send; undefined when the requested range is outside the file. A request for several ranges gets the
 * whole file.
 */
function rangeOf(
  request: GatewayRequest,
  response: GatewayResponse,
  { size }: OpenedFile,
): Range | undefined {
  // The content under an address never changes, so `If-Range` can be ignored.
  const asked = request.range(size);
  if (asked === -1) {
    response.setHeader('Content-Range', `bytes */${size}`);
    return undefined;
  }
  const [only, ...others] = Array.isArray(asked) && asked.type === 'bytes' ? asked : [];
  if (!only || others.length > 0) return { from: 0, to: size };
  response.status(206);
  response.setHeader('Content-Range', `bytes ${only.start}-${only.end}/${size}`);
  return { from: only.start, to: only.end + 1 };
}

async function* slices(
  { address }: OpenedFile,
  range: Range,
  { services }: AskDeps,
  context: () => CallContext,
): AsyncGenerator<Uint8Array> {
  for (let { from } = range; from < range.to; from += fileChunkBytes) {
    const to = Math.min(range.to, from + fileChunkBytes);
    const { data } = await services.call(recordsReadSlice, { address, from, to }, context());
    yield data;
  }
}
