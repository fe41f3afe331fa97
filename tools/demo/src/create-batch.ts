import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

interface BatchItem {
  readonly status: number;
  readonly ID?: number;
  readonly error?: { readonly message: string };
}

const retryForMs = 120_000;

/**
 * Creates records with one request, which is repeated while the service or a record is unavailable: an idempotency key makes the repetition safe, also
 * after this process was killed. Returns the ids in the order of the records. @throws Error with the message of a refusal.
 */
export async function createBatch(url: string, token: string, records: readonly object[]): Promise<number[]> {
  const body = JSON.stringify({ items: records.map((fields) => ({ fields })) });
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    // The records are part of the key: other sample data is another request.
    'idempotency-key': `demo-${createHash('sha256').update(body).digest('base64url')}`,
  };
  const { results } = (await send(url, { method: 'POST', headers, body }, isComplete)) as {
    results: BatchItem[];
  };
  return results.map(({ ID, error }) => {
    if (ID === undefined)
      throw new Error(`A demo record was refused: ${error?.message ?? 'no reason given'}`);
    return ID;
  });
}

/** Returns a token of the user. */
export async function logIn(url: string, login: { username: string; password: string }): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(login) };
  const { token } = (await send(`${url}/jwt-auth/v1/token`, init)) as { token: string };
  return token;
}

function isComplete(answer: unknown): boolean {
  return (answer as { results: BatchItem[] }).results.every(({ status }) => !isTemporary(status));
}

function isTemporary(status: number): boolean {
  return status === 429 || status === 503;
}

/** Sends a request until its answer is final. */
async function send(
  url: string,
  init: RequestInit,
  isFinal: (answer: unknown) => boolean = () => true,
): Promise<unknown> {
  const deadline = performance.now() + retryForMs;
  for (;;) {
    const { problem, waitMs, ...answer } = await attempt(url, init, isFinal);
    if (problem === undefined) return answer.body;
    if (performance.now() + waitMs > deadline)
      throw new Error(`${problem}, also after ${retryForMs / 1_000} s`);
    await delay(waitMs);
  }
}

interface Attempt {
  readonly body?: unknown;
  /** The reason to try again. */
  readonly problem?: string;
  readonly waitMs: number;
}

async function attempt(
  url: string,
  init: RequestInit,
  isFinal: (answer: unknown) => boolean,
): Promise<Attempt> {
  const { pathname } = new URL(url);
  const response = await fetch(url, init).catch((error: unknown) => error as Error);
  if (response instanceof Error)
    return { problem: `POST ${pathname} got no answer (${response.message})`, waitMs: 1_000 };
  const waitMs = 1_000 * Number(response.headers.get('retry-after') ?? 1);
  const body = (await response.json()) as { message?: string };
  if (isTemporary(response.status))
    return { problem: `POST ${pathname} was refused: ${body.message}`, waitMs };
  if (!response.ok) throw new Error(`POST ${pathname} was refused: ${body.message ?? response.status}`);
  return isFinal(body) ? { body, waitMs } : { problem: `POST ${pathname} was not completed`, waitMs };
}
