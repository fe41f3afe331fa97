import { Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { sideBySide } from '@svc/service-kit';
import type { FuzzRequest } from './requests/request-arbitrary.ts';

export interface Outcome {
  readonly request: FuzzRequest;
  /** The status of the answer; 0 when there was none. */
  readonly status: number;
  /** Milliseconds from the end of the request to the end of the answer. */
  readonly milliseconds: number;
  /** The body of the answer, or the reason why there was none. */
  readonly text: string;
}

/** Sends requests unchanged, even those that `fetch` refuses. */
export class Sender {
  readonly #url: URL;
  readonly #timeoutMs: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(gatewayUrl: string, timeoutMs: number) {
    this.#url = new URL(gatewayUrl);
    this.#timeoutMs = timeoutMs;
  }

  /** Sends all requests in order, `concurrency` at the same time. The iterable is consumed lazily. */
  sendAll(requests: Iterable<FuzzRequest>, concurrency: number): Promise<Outcome[]> {
    return sideBySide(requests, concurrency, (request) => this.#send(request));
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(request: FuzzRequest): Promise<Outcome> {
    const begun = performance.now();
    return this.#exchange(request)
      .then(({ status, body, encoding }) => ({ status, text: textOf(body, encoding) }))
      .catch((error: NodeJS.ErrnoException) => ({ status: 0, text: error.code ?? error.message }))
      .then((answer) => ({ request, ...answer, milliseconds: performance.now() - begun }));
  }

  #exchange({
    method,
    path,
    headers,
    body,
    isChunked,
  }: FuzzRequest): Promise<{ status: number; body: Buffer; encoding: string | undefined }> {
    const { hostname, port, host } = this.#url;
    const length = isChunked ? ['transfer-encoding', 'chunked'] : ['content-length', String(body.length)];
    return new Promise((resolve, reject) => {
      const sent = httpRequest({
        hostname,
        port,
        method,
        path,
        agent: this.#agent,
        headers: [['host', host], length, ...headers].flat(),
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      sent.on('error', reject).on('response', (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        if (answered['content-type']?.startsWith('text/event-stream')) {
          // A stream does not end by itself: its beginning is the answer.
          resolve({ status, body: Buffer.alloc(0), encoding: undefined });
          return response.destroy();
        }
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            resolve({ status, body: Buffer.concat(chunks), encoding: answered['content-encoding'] });
          });
      });
      if (isChunked)
        for (let at = 0; at < body.length; at += 1_000) sent.write(body.subarray(at, at + 1_000));
      sent.end(isChunked ? undefined : body);
    });
  }
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

/** @throws Error when the body does not match its content encoding. */
function textOf(body: Buffer, encoding = ''): string {
  const decoded = body.length > 0 && decoders[encoding] ? decoders[encoding](body) : body;
  return decoded.toString('utf8');
}
