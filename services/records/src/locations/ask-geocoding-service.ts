import type { z } from 'zod';
import type { Call } from '@svc/service-kit';
import { parseJson } from '../outgoing/parse-json.ts';
import { readLimited } from '../outgoing/read-limited.ts';

/** Nobody waits longer for an address; the write still has to be done after it. */
const longestMilliseconds = 1_500;
const largestAnswer = 100_000;

interface Question<Answer> {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly deadline: Call['deadline'];
  /** What the service answers; it is somebody else's. */
  readonly answer: z.ZodType<Answer>;
}

/**
 * Asks a geocoding service. Only the address itself is ever asked, redirects are not followed.
 * @throws Error that has nothing of the address and headers in it, which hold what nobody else may know.
 */
export async function askGeocodingService<Answer>(question: Question<Answer>): Promise<Answer> {
  const { url, headers, deadline, answer } = question;
  const response = await fetch(url, {
    headers: { Accept: 'application/json', 'User-Agent': 'records-service', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(patience(deadline)),
  });
  const text = await readLimited(response, { who: 'the geocoding service', largest: largestAnswer });
  if (!response.ok) throw new Error(`the geocoding service answers with status ${response.status}`);
  const parsed = answer.safeParse(parseJson(text));
  if (!parsed.success)
    throw new Error('the geocoding service answers with something else than a list of places');
  return parsed.data;
}

/** Whole milliseconds: half of what is left, since the write still has to be done. */
function patience(deadline: Call['deadline']): number {
  return Math.ceil(Math.max(1, Math.min(longestMilliseconds, deadline.remaining / 2)));
}
