import type { z } from 'zod';
import type { Call } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';

/** Maximum wait for an address: the write follows after it. */
const maxMilliseconds = 1_500;

interface Question<Answer> {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly deadline: Call['deadline'];
  /** The schema of the answer, which comes from a foreign service. */
  readonly answer: z.ZodType<Answer>;
}

/**
 * Asks a geocoding service.
 * @throws Error without the URL and headers, which contain private data.
 */
export async function askGeocodingService<Answer>(
  http: Pick<HttpClient, 'send'>,
  { url, headers, deadline, answer }: Question<Answer>,
): Promise<Answer> {
  const { status, json } = await http.send({
    method: 'GET',
    url,
    timeoutMs: timeoutMs(deadline),
    headers: { Accept: 'application/json', 'User-Agent': 'records-service', ...headers },
  });
  if (status !== 200) throw new Error(`the geocoding service answers with status ${status}`);
  const parsed = answer.safeParse(json);
  if (!parsed.success)
    throw new Error('the geocoding service answers with something else than a list of places');
  return parsed.data;
}

/** Appends a path to `url`, and keeps its query. */
export function inFolder(url: string, path: string): URL {
  const folder = new URL(url);
  folder.pathname = `${folder.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`;
  return folder;
}

/** Whole milliseconds: at most half of the time left, because the write follows. */
function timeoutMs(deadline: Call['deadline']): number {
  return Math.ceil(Math.max(1, Math.min(maxMilliseconds, deadline.remaining / 2)));
}
