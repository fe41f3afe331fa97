import { createServer, request as forward } from 'node:http';
import { listening } from '@svc/testing';

/** A proxy to a server that can lose its answers. */
export interface FaultyRoad {
  readonly url: string;
  /** The address of the server. */
  target: string;
  losesAnswers: boolean;
  close(): void;
}

export async function openRoad(): Promise<FaultyRoad> {
  const server = createServer((request, response) => {
    const { method = 'GET', headers, url = '/' } = request;
    const onward = forward(new URL(url, road.target), { method, headers }, (answer) => {
      if (road.losesAnswers) return void answer.resume().on('end', () => request.socket.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
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
