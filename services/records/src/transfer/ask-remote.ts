import { z } from 'zod';
import type { Call } from '@svc/service-kit';
import { parseJson } from '../outgoing/parse-json.ts';
import { readLimited } from '../outgoing/read-limited.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { RemoteSite } from './remote-site.ts';
import { toForm } from './to-form.ts';

/** What is asked of another site. */
export interface RemoteRequest {
  /** Below the folder of posts: `contacts/receive-transfer`. */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** By which the receiver tells a repetition. */
  readonly key: string;
  /** How long its answer may take. */
  readonly milliseconds: number;
}

const largestAnswer = 100_000;
/** Sites of this product, and those that it was made to speak with. */
const prefixes = ['svc', 'dt'];

const refusalSchema = z.object({ code: z.string(), message: z.string() });
const failSchema = z.object({ status: z.literal('FAIL'), error: z.string() });

/**
 * What another site answers. Only the address of the site link is asked, redirects are not followed, and no more is read than an
 * answer needs.
 * @throws RemoteFailure when there is no answer of this form.
 */
export async function askRemote<Answer>(
  call: Pick<Call, 'log'>,
  site: RemoteSite,
  request: RemoteRequest,
  answer: z.ZodType<Answer>,
): Promise<Answer> {
  for (const prefix of prefixes) {
    const { status, body } = await post(call, site, `${prefix}-posts/v2/${request.path}`, request);
    if (status === 404 && refusalSchema.safeParse(body).data?.code === 'rest_no_route') continue;
    const parsed = status === 200 ? answer.safeParse(body) : undefined;
    if (parsed?.success) return parsed.data;
    throw refused(call, site, { status, body });
  }
  throw refused(call, site, { status: 404, body: undefined });
}

async function post(
  call: Pick<Call, 'log'>,
  site: RemoteSite,
  path: string,
  { values, key, milliseconds }: RemoteRequest,
): Promise<{ status: number; body: unknown }> {
  const { transfer_token: token } = site;
  try {
    const response = await fetch(`${site.url}/wp-json/${path}`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Idempotency-Key': key,
        'User-Agent': 'records-service',
      },
      body: toForm({ transfer_token: token, ...values }),
      redirect: 'error',
      signal: AbortSignal.timeout(milliseconds),
    });
    const text = await readLimited(response, { who: 'the other site', largest: largestAnswer });
    return { status: response.status, body: parseJson(text) };
  } catch (error) {
    call.log.warn({ host: site.host, reason: reasonOf(error) }, 'another site could not be asked');
    throw new RemoteFailure(wasNeverSent(error) ? 'not done' : 'unknown');
  }
}

/** A refusal in JSON is the other site's word that nothing was made of the request; anything else may be anybody's. */
function refused(
  { log }: Pick<Call, 'log'>,
  site: RemoteSite,
  { status, body }: { status: number; body: unknown },
): RemoteFailure {
  log.warn({ host: site.host, status }, 'another site did not do what it was asked');
  const fail = failSchema.safeParse(body).data;
  const refusal = status >= 400 ? refusalSchema.safeParse(body).data : undefined;
  const isCertain = refusal !== undefined && status < 500 && status !== 409;
  const certain = status === 404 ? 'gone' : 'not done';
  const kind = fail ? 'refused' : isCertain ? certain : 'unknown';
  const said = fail?.error ?? refusal?.message;
  // Whoever reads it must not learn the token from a site that repeats what it was sent.
  return new RemoteFailure(kind, said?.replaceAll(site.transfer_token, '…'));
}

function wasNeverSent(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code);
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');
}

function codeOf(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : undefined;
}
