import { once } from 'node:events';
import {
  STATUS_CODES,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { finishUploadMs, ServiceError } from '@svc/contracts';
import { keepAliveTimeout, SlotMap } from '@svc/service-kit';
import type { GatewayResponse } from './request-state.ts';

/** Maximum size of the request line with headers, in bytes: list queries are long. */
export const headerLimit = 65_536;

/** Milliseconds for a client to send its headers, its whole request, and a request with files. */
const headersTimeout = 15_000;
const requestTimeout = 60_000;
const uploadTimeout = 30 * 60_000;

/** Milliseconds for which kept connections stay open after the last new one: a client may be sending its next request. */
const keptMs = 1_000;

/** The HTTP listener: accepts connections and shuts down gracefully. */
export class HttpServer {
  readonly #server: Server;
  readonly #answering = new SlotMap<ServerResponse>();
  readonly #sockets = new Set<Socket>();
  #isDraining = false;
  /** Whether kept connections are closed as soon as they are idle. */
  #isEnding = false;

  private constructor(listener: RequestListener, idleMs: number) {
    this.#server = createServer({
      maxHeaderSize: headerLimit,
      headersTimeout,
      requestTimeout: uploadTimeout,
      keepAliveTimeout,
    });
    this.#server.timeout = idleMs;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('request', (request, response) => {
      limitTime(request, response);
      this.#track(response);
    });
    // After the first listener, because some requests are answered synchronously.
    this.#server.on('request', listener);
    this.#server.on('clientError', answerClientError);
  }

  /** Starts listening. @throws Error with the names of the settings when the port cannot be used. */
  static async listen(
    listener: RequestListener,
    { port, host, idleMs }: { port: number; host: string; idleMs: number },
  ): Promise<HttpServer> {
    const http = new HttpServer(listener, idleMs);
    http.#server.listen(port, host);
    await once(http.#server, 'listening').catch((cause: Error) => {
      throw new Error(
        `the gateway cannot listen on GATEWAY_PORT ${port} of GATEWAY_HOST ${host}: ${cause.message}`,
        {
          cause,
        },
      );
    });
    return http;
  }

  /** The actual port when the setting is 0. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** Closes each connection after its next answer; the client then reconnects to an instance that is ready. */
  startDraining(): void {
    this.#isDraining = true;
    for (const response of this.#answering.values()) endConnection(response);
  }

  /**
   * Accepts no more connections, and answers the requests under way and the next one on each kept connection. After `silentMs` milliseconds closes connections
   * without a complete request, after `maxMs` all others.
   */
  async stop({ silentMs, maxMs }: { silentMs: number; maxMs: number }): Promise<void> {
    this.startDraining();
    const closed = once(this.#server, 'close');
    // Not with the method of the HTTP server, which also closes idle connections at once.
    NetServer.prototype.close.call(this.#server);
    const timers = [
      setTimeout(() => this.#closeIdle(), Math.min(keptMs, silentMs)),
      setTimeout(() => this.#closeSilent(), silentMs),
      setTimeout(() => this.#server.closeAllConnections(), maxMs),
    ];
    await closed.finally(() => timers.forEach(clearTimeout));
  }

  #closeIdle(): void {
    this.#isEnding = true;
    this.#server.closeIdleConnections();
  }

  #closeSilent(): void {
    const answering = new Set(this.#answering.values().map(({ socket }) => socket));
    for (const socket of this.#sockets) if (!answering.has(socket)) socket.destroy();
  }

  #track(response: ServerResponse): void {
    const slot = this.#answering.add(response);
    if (this.#isDraining) endConnection(response);
    response.once('close', () => {
      this.#answering.delete(slot);
      if (this.#isEnding) setImmediate(() => this.#server.closeIdleConnections());
    });
  }
}

/**
 * Milliseconds without a byte in either direction after which a connection is closed: longer than an upload with this
 * deadline takes to finish, and just under the two minutes after which records ends an upload without new chunks.
 */
export function idleTimeout(deadlineMs: number): number {
  return Math.min(115_000, Math.max(90_000, deadlineMs + finishUploadMs + 5_000));
}

/** Ends a request that has not arrived completely in time, except uploads. */
function limitTime(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    const { locals } = response as Partial<GatewayResponse>;
    if (request.complete || locals?.state.takesLong) return;
    const error = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    answerClientError(error, request.socket);
  }, requestTimeout).unref();
  request.once('close', () => clearTimeout(timer));
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Answers a request that is not valid HTTP in the common error shape; express never sees it. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = explain(error);
  const body = JSON.stringify(problem.toBody());
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function explain({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError(
      'request_too_large',
      'The address and headers of the request are larger than the maximum of 64 kB.',
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('rest_invalid_param', 'The request was not complete before the time limit.');
  }
  return new ServiceError('rest_invalid_param', 'The request is not valid HTTP.');
}
