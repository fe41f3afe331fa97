import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '@svc/testing';

/** A push as the webhook got it. */
export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook on this machine that keeps what it gets, and answers as a test wants it to. */
export class WebhookStand {
  readonly received: ReceivedPush[] = [];
  /** What it answers; `cut` ends the connection instead. */
  answer: { readonly status: number; readonly headers?: Record<string, string> } | 'cut' = { status: 200 };
  /** Where it listens. */
  url = '';
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        this.received.push({ path: request.url ?? '', headers: request.headers, body });
        if (this.answer === 'cut') request.socket.destroy();
        else response.writeHead(this.answer.status, this.answer.headers).end();
      });
    });
  }

  async start(): Promise<void> {
    this.url = `http://127.0.0.1:${await listening(this.#server)}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
