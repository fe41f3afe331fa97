import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HttpClient } from '@svc/service-kit/http-client';
import { listening } from '@svc/testing';

/** Services on this machine that stand for geocoding services, and what they were asked. */
export class MapServices {
  readonly asked: IncomingMessage[] = [];
  /** By which they are asked. */
  readonly http = new HttpClient(['127.0.0.1']);
  readonly #servers: Server[] = [];

  /** The address of one that answers everything like this. */
  async serve(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<string> {
    const server = createServer((request, response) => {
      this.asked.push(request);
      answer(response, request);
    });
    this.#servers.push(server);
    return `http://127.0.0.1:${await listening(server)}`;
  }

  serveText(text: string): Promise<string> {
    return this.serve((response) => response.end(text));
  }

  /** The path and the parameters of the first question. */
  question(): { readonly path: string; readonly parameters: Readonly<Record<string, string>> } {
    const url = new URL(this.asked[0]?.url ?? '', 'http://maps.test');
    return { path: url.pathname, parameters: Object.fromEntries(url.searchParams) };
  }

  close(): void {
    this.asked.length = 0;
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  }
}
