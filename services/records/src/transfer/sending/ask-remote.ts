import { z } from 'zod';
import {
  inEnglish,
  type Message,
  msg,
  type OutputOf,
  ServiceError,
  usersSiteLinkRemote,
} from '@svc/contracts';
import { turnOf, type Call } from '@svc/service-kit';
import { HttpRequestError } from '@svc/service-kit/http-client';
import { askAsSystem } from '../../directory/ask-as-system.ts';
import type { TransferDeps } from '../transfer-deps.ts';
import { toForm } from './to-form.ts';

/** The other site of a link, with its token. */
export type RemoteSite = NonNullable<OutputOf<typeof usersSiteLinkRemote>['remote']>;

/** The other site of a link over which contacts may be sent; undefined if there is none. */
export async function findRemoteSite(
  call: Pick<Call, 'requestId' | 'deadline'>,
  deps: Pick<TransferDeps, 'caller'>,
  siteLinkId: number,
): Promise<RemoteSite | undefined> {
  return (await askAsSystem(call, deps, usersSiteLinkRemote, { id: siteLinkId })).remote ?? undefined;
}

interface RemoteRequest {
  /** Path below the posts endpoint: `contacts/receive-transfer`. */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Idempotency key. */
  readonly key: string;
  /** Timeout of the answer. */
  readonly milliseconds: number;
}

/**
 * The outcome of a request without a good answer. `refused`: the other site cannot process it. `gone`: the other site no longer has the
 * contact. `not done`: the other site did nothing this time. `unknown`: it may have been processed and only the answer lost.
 */
type FailureKind = 'refused' | 'gone' | 'not done' | 'unknown';

export class RemoteFailure extends Error {
  readonly kind: FailureKind;
  readonly #message: Message;

  /** `message` is shown to the client: which site failed, and why. */
  constructor(kind: FailureKind, message: Message) {
    super(inEnglish(message));
    this.kind = kind;
    this.#message = message;
  }

  toServiceError(): ServiceError {
    return new ServiceError('transfer', this.#message);
  }
}

/** Path prefixes of sites of this product, and of the system that it is compatible with. */
const prefixes = ['svc', 'dt'];
const maxMessageLength = 500;

const refusalSchema = z.object({ code: z.string(), message: z.string() });
const failSchema = z.object({ status: z.literal('FAIL'), error: z.string() });

/** The client that sends the request in the turn of its caller, and the log of its failures. */
type Asking = Pick<TransferDeps, 'http' | 'siteRequests'> & Pick<Call, 'actor' | 'deadline' | 'log'>;

/**
 * Sends a request and returns the answer.
 * @throws RemoteFailure when there is no answer of this form.
 */
export async function askRemote<Answer>(
  asking: Asking,
  site: RemoteSite,
  request: RemoteRequest,
  answer: z.ZodType<Answer>,
): Promise<Answer> {
  for (const prefix of prefixes) {
    const { status, json } = await post(asking, site, `${prefix}-posts/v2/${request.path}`, request);
    if (status === 404 && refusalSchema.safeParse(json).data?.code === 'rest_no_route') continue;
    const parsed = status === 200 ? answer.safeParse(json) : undefined;
    if (parsed?.success) return parsed.data;
    throw refused(asking, site, { status, json });
  }
  throw refused(asking, site, { status: 404 });
}

async function post(
  asking: Asking,
  site: RemoteSite,
  path: string,
  { values, key, milliseconds }: RemoteRequest,
): Promise<{ status: number; json: unknown }> {
  const { http, log, siteRequests } = asking;
  const { transfer_token: token } = site;
  const message = {
    method: 'POST',
    url: `${site.url}/wp-json/${path}`,
    timeoutMs: milliseconds,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': key,
      'User-Agent': 'records-service',
    },
    body: toForm({ transfer_token: token, ...values }),
  } as const;
  try {
    return await siteRequests.run(turnOf(asking), () => http.send(message));
  } catch (error) {
    if (!(error instanceof HttpRequestError)) throw error;
    log.warn({ host: site.host, reason: error.message }, 'request to another site failed');
    throw new RemoteFailure(error.mayHaveArrived ? 'unknown' : 'not done', unanswered(error, site));
  }
}

function unanswered(error: HttpRequestError, { host }: RemoteSite): Message {
  if (error.isForbidden)
    return msg`${host} has a private address that ALLOWED_PRIVATE_HOSTS does not permit; nothing was sent.`;
  if (error.mayHaveArrived) return msg`${host} did not answer completely; it may have received the request.`;
  return msg`${host} is not available.`;
}

/** Only a refusal in JSON comes from the other site and confirms that it did nothing; any other response may come from a proxy. */
function refused(
  { log }: Asking,
  site: RemoteSite,
  { status, json }: { status: number; json?: unknown },
): RemoteFailure {
  log.warn({ host: site.host, status }, 'another site refused a request');
  const fail = failSchema.safeParse(json).data;
  const refusal = status >= 400 ? refusalSchema.safeParse(json).data : undefined;
  const isCertain = refusal !== undefined && status < 500 && status !== 409;
  const certain = status === 404 ? 'gone' : 'not done';
  const kind = fail ? 'refused' : isCertain ? certain : 'unknown';
  return new RemoteFailure(kind, reasonOf(status, shown(fail?.error ?? refusal?.message ?? '', site), site));
}

function reasonOf(status: number, words: string, { host }: RemoteSite): Message {
  if (status === 401) return msg`${host} rejected the token of the site link.`;
  if (words !== '') return msg`${host} refused the request: ${words}`;
  if (status === 200) return msg`${host} answered in an unexpected form.`;
  return msg`${host} answered with status ${status}.`;
}

/** Removes the token: an answer that repeats the request must not reveal it. */
function shown(text: string, { transfer_token: token }: RemoteSite): string {
  const line = text.replaceAll(token, '…').replaceAll(/\s+/g, ' ').trim();
  return line.slice(0, maxMessageLength).toWellFormed();
}
