import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AdminError } from '../admin-error.ts';

/** Who reads, and where. */
export interface SourceAccount {
  /** Address of the installation, without a slash at the end. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Values of a query string; a list becomes `key[]=…` for each of its entries. */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** The source answered, and not with what was asked for. */
export class SourceRefusal extends Error {
  override readonly name = 'SourceRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const requestTimeoutMs = 60_000;
/** More than the users or the settings of a large installation. */
const mostBytes = 64 * 1024 * 1024;
const attempts = 8;
const pauses = { firstMs: 500, mostMs: 60_000 };
const isPassing = (status: number) => status === 429 || status >= 500;
const errorSchema = z.object({ code: z.string(), message: z.string() });
const tokenSchema = z.object({ token: z.string() });

/** Reads the REST API of an installation as one of its users, and waits where it asks to be left alone. */
export class SourceClient {
  readonly #account: SourceAccount;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  #token: Promise<string> | undefined;

  constructor(account: SourceAccount, pause: (milliseconds: number) => Promise<unknown> = delay) {
    this.#account = account;
    this.#pause = pause;
  }

  /**
   * What stands at a path behind the root of the API, as its schema has it.
   * @throws SourceRefusal for an answer that is none; AdminError when the source cannot be reached, or does not speak this API.
   */
  async get<Answer>(path: string, schema: z.ZodType<Answer>, query: Query = {}): Promise<Answer> {
    const authorized = async () => ({ authorization: `Bearer ${await this.#login()}` });
    const address = `${path}${queryText(query)}`;
    let answer = await this.#send(address, { headers: await authorized() });
    if (isLoggedOut(answer)) {
      this.#token = undefined;
      answer = await this.#send(address, { headers: await authorized() });
    }
    return understood(answer, schema, path);
  }

  #login(): Promise<string> {
    const { username, password } = this.#account;
    const body = JSON.stringify({ username, password });
    const headers = { 'content-type': 'application/json' };
    this.#token ??= this.#send('jwt-auth/v1/token', { method: 'POST', headers, body }).then((answer) => {
      if (answer.status === 403 || answer.status === 401)
        throw new AdminError(`${this.#account.url} does not let ${username} in: ${messageOf(answer)}`);
      return understood(answer, tokenSchema, 'jwt-auth/v1/token').token;
    });
    return this.#token;
  }

  async #send(path: string, init: RequestInit): Promise<Answered> {
    const { url } = this.#account;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#try(`${url}/wp-json/${path}`, init);
      if (answer instanceof Error && attempt === attempts)
        throw new AdminError(
          `${url} cannot be reached (${answer.message}). Begin again later: the import continues where it was.`,
        );
      // A defect of the source answers 500 however often it is asked.
      const isOver =
        !(answer instanceof Error) &&
        (!isPassing(answer.status) || attempt >= (answer.status === 500 ? 3 : attempts));
      if (isOver) return answer;
      await this.#pause(pauseBefore(attempt + 1, answer instanceof Error ? undefined : answer.retryAfter));
    }
  }

  async #try(address: string, init: RequestInit): Promise<Answered | Error> {
    try {
      const signal = AbortSignal.timeout(requestTimeoutMs);
      const response = await fetch(address, { ...init, signal, redirect: 'manual' });
      const text = await boundedText(response, address);
      const { status, headers } = response;
      return {
        status,
        body: parsed(text),
        retryAfter: headers.get('retry-after'),
        location: headers.get('location'),
      };
    } catch (error) {
      // The same again would be answered in the same way.
      if (error instanceof AdminError) throw error;
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

interface Answered {
  readonly status: number;
  /** Undefined for what is no JSON. */
  readonly body: unknown;
  readonly retryAfter: string | null;
  readonly location: string | null;
}

function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (typeof value === 'object') for (const each of value) search.append(`${key}[]`, each);
    else search.append(key, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** @throws AdminError for an answer that no installation gives. */
async function boundedText({ body }: Response, address: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > mostBytes)
      throw new AdminError(
        `${address} answers with more than ${mostBytes / 1024 / 1024} MB, which nothing that is read here has. The import ends.`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tokens end: that is said with 401, or with a code of its own. */
function isLoggedOut({ status, body }: Answered): boolean {
  const error = errorSchema.safeParse(body);
  return status === 401 || (status === 403 && error.success && error.data.code === 'jwt_auth_invalid_token');
}

function understood<Answer>(answer: Answered, schema: z.ZodType<Answer>, path: string): Answer {
  if (answer.location !== null)
    throw new AdminError(`The source redirects to ${answer.location}: name that address.`);
  if (answer.status !== 200) throw new SourceRefusal(answer.status, messageOf(answer));
  const read = schema.safeParse(answer.body);
  if (read.success) return read.data;
  throw new SourceRefusal(
    200,
    `The answer to ${path} has another form than expected:\n${z.prettifyError(read.error)}`,
  );
}

function messageOf({ status, body }: Answered): string {
  const error = errorSchema.safeParse(body);
  return error.success ? `${error.data.message} (${error.data.code}, ${status})` : `It answered ${status}.`;
}

/** In milliseconds: as long as the source wishes, else longer each time. */
function pauseBefore(attempt: number, retryAfter: string | null | undefined): number {
  const seconds = retryAfter ? Number(retryAfter) : Number.NaN;
  const wished = Number.isNaN(seconds) && retryAfter ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  const own = Math.min(pauses.mostMs, pauses.firstMs * 2 ** (attempt - 2));
  return Number.isFinite(wished) ? Math.min(Math.max(wished, own), 10 * pauses.mostMs) : own;
}
