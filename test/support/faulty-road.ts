import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of a request: it arrives and is answered, it never arrives, or only its answer is lost. */
type Fate = 'arrives' | 'is lost' | 'loses its answer';

/** A proxy to a server that can lose requests or answers. */
export interface FaultyRoad {
  readonly url: string;
  /** Sets the address of the server. */
  lead(target: string): void;
  /** The requested paths in order. */
  readonly travelled: string[];
  /** Sets the function that decides on every request from now on. */
  let(fate: (path: string) => Fate): void;
  close(): Promise<void>;
}

/** Starts the proxy; all requests arrive until `let` is called. */
export async function openRoad(): Promise<FaultyRoad> {
  const travelled: string[] = [];
  let target = '';
  let fateOf: (path: string) => Fate = () => 'arrives';
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    travelled.push(path);
    const fate = fateOf(path);
    if (fate === 'is lost') request.socket.destroy();
    else travel(target, { request, response, isAnswered: fate === 'arrives' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    travelled,
    lead: (url) => void (target = url),
    let: (fate) => void (fateOf = fate),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Journey {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isAnswered: boolean;
}

function travel(target: string, { request, response, isAnswered }: Journey): void {
  const { method = 'GET', headers } = request;
  const onward = forward(new URL(request.url ?? '/', target), { method, headers }, (answer) => {
    if (isAnswered) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    } else {
      answer.resume().on('end', () => request.socket.destroy());
    }
  });
  onward.on('error', () => request.socket.destroy());
  request.pipe(onward);
}
