import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { finishUploadMs } from '@svc/contracts';
import { SlotMap } from '@svc/service-kit';
import { answerClientError, headerLimit } from './answer-client-error.ts';
import type { GatewayResponse } from './request-state.ts';

/** Milliseconds for a client to send its headers, all of its request, and one with files. */
const headersTimeout = 15_000;
const requestTimeout = 60_000;
const uploadTimeout = 30 * 60_000;

/** Longer than the idle time of the usual load balancers, so that it is they who close a connection. */
const keepAliveTimeout = 65_000;

/** The listening side: takes connections, and ends them in order. */
export class HttpServer {
  readonly #server: Server;
  readonly #answering = new SlotMap<ServerResponse>();
  readonly #sockets = new Set<Socket>();
  #isDraining = false;

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
    // After that: some answers are there at once.
    this.#server.on('request', listener);
    this.#server.on('clientError', answerClientError);
  }

  /** Listens. @throws Error naming the setting when the port cannot be had. */
  static async listen(
    listener: RequestListener,
    { port, host, idleMs }: { port: number; host: string; idleMs: number },
  ): Promise<HttpServer> {
    const http = new HttpServer(listener, idleMs);
    http.#server.listen(port, host);
    await once(http.#server, 'listening').catch((cause: Error) => {
      throw new Error(`GATEWAY_PORT ${port} on GATEWAY_HOST ${host} cannot be used: ${cause.message}`, {
        cause,
      });
    });
    return http;
  }

  /** The real port when 0 was asked for. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** Each connection ends with its next answer: its client opens another one, to who is ready. */
  startDraining(): void {
    this.#isDraining = true;
    for (const response of this.#answering.values()) endConnection(response);
  }

  /**
   * Takes no more connections and answers what has come in. Ends what sends no whole request within `silentMs` milliseconds, and after
   * `maxMs` what is left.
   */
  async stop({ silentMs, maxMs }: { silentMs: number; maxMs: number }): Promise<void> {
    this.startDraining();
    const closed = once(this.#server, 'close');
    this.#server.close();
    const timers = [
      setTimeout(() => this.#closeSilent(), silentMs),
      setTimeout(() => this.#server.closeAllConnections(), maxMs),
    ];
    await closed.finally(() => timers.forEach(clearTimeout));
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
      if (!this.#server.listening) setImmediate(() => this.#server.closeIdleConnections());
    });
  }
}

/**
 * Milliseconds in which nothing moves, neither of a request nor of its answer, until the client has gone: longer than an upload with this
 * deadline takes to finish, up to just under the two minutes for which records keeps one of which it hears nothing.
 */
export function idleTimeout(deadlineMs: number): number {
  return Math.min(115_000, Math.max(90_000, deadlineMs + finishUploadMs + 5_000));
}

/** Ends a request that has not come whole in time, unless it is one that may take long. */
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
