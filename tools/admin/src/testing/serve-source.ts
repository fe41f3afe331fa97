import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '@svc/testing';

/** The answers of an installation by the end of the path; undefined for a path that it does not have. */
type SourceAnswers = (path: string, query: URLSearchParams, body: unknown) => unknown;

/** An installation of the reference whose answers are made up or recorded. */
export type ServedSource = Awaited<ReturnType<typeof serveSource>>;

/** Serves the API that an import reads. Every password is accepted; bytes are sent as they are, all else as JSON. */
export async function serveSource(answers: SourceAnswers) {
  const server = createServer((request, response) => void answer(request, response, answers));
  const port = await listening(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answers: SourceAnswers,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://source.test');
  const sent = Buffer.concat(await request.toArray()).toString();
  const path = pathname.replace('/wp-json/', '');
  const isLogin = path === 'jwt-auth/v1/token';
  const said = isLogin
    ? { token: 'token' }
    : answers(path, searchParams, sent === '' ? undefined : JSON.parse(sent));
  if (said instanceof Uint8Array) return void response.end(said);
  if (said === undefined) response.statusCode = 404;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify(said ?? { code: 'rest_no_route', message: 'There is none.', data: { status: 404 } }),
  );
}

export function pageOf<Item>(
  items: readonly Item[],
  query: URLSearchParams,
): { posts: Item[]; total: number } {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 100);
  return { posts: items.slice(offset, offset + limit), total: items.length };
}
