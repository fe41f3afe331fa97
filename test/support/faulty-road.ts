import { createServer, request as forward } from 'node:http';
import { listening } from '@svc/testing';

/** The faults of a network. */
export interface Faults {
  /** Milliseconds by which each answer is late. */
  readonly delayMs?: number;
  /** The number of requests after which an answer is lost, each time. */
  readonly losesEvery?: number;
  /** Is called with the number of each request, before it is passed on. */
  readonly onRequest?: (count: number) => void;
}

/** A proxy to a server that can lose its answers. */
export interface FaultyRoad {
  readonly url: string;
  /** The address of the server. */
  target: string;
  losesAnswers: boolean;
  close(): void;
}

export async function openRoad({
  delayMs = 0,
  losesEvery = Infinity,
  onRequest,
}: Faults = {}): Promise<FaultyRoad> {
  let count = 0;
  const server = createServer((request, response) => {
    const { method = 'GET', headers, url = '/' } = request;
    count += 1;
    const isLost = road.losesAnswers || count % losesEvery === 0;
    onRequest?.(count);
    const onward = forward(new URL(url, road.target), { method, headers }, (answer) => {
      if (isLost) return void answer.resume().on('end', () => request.socket.destroy());
      setTimeout(() => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }, delayMs);
    });
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://127.0.0.1:${await listening(server)}`;
  const road: FaultyRoad = { url, target: '', losesAnswers: false, close };
  return road;
}
