import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came to the other site. */
export interface SiteRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
}

/** What a site does with a request: an answer with a status and a body, or whatever else a server can do. */
export type SiteAnswer = readonly [status: number, body: unknown] | ((response: ServerResponse) => void);

/** A site that contacts are sent to, and that answers as a test wants it to. */
export interface OtherSite {
  readonly url: string;
  readonly requests: SiteRequest[];
  answer(decide: (request: SiteRequest) => SiteAnswer): void;
  close(): Promise<void>;
}

/** Opens a site on this machine. */
export async function openOtherSite(): Promise<OtherSite> {
  const requests: SiteRequest[] = [];
  let answerTo: (request: SiteRequest) => SiteAnswer = () => [500, {}];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
      const request = { path: incoming.url ?? '', headers: incoming.headers, form };
      requests.push(request);
      give(answerTo(request), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (decide) => void (answerTo = decide),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function give(answer: SiteAnswer, response: ServerResponse): void {
  if (typeof answer === 'function') return answer(response);
  const [status, body] = answer;
  response.statusCode = status;
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
