import { undocumented } from '../../support/documented-answers.ts';
import type { FuzzRequest } from './requests/request-arbitrary.ts';
import type { Outcome } from './send-request.ts';

export interface Violation {
  readonly rule: string;
  readonly what: string;
  readonly request?: FuzzRequest;
}

/** Milliseconds for the gateway itself, in addition to the deadline of operations. */
const gatewayShare = 1_000;

/** The rules that an answer breaks. `deadline` is that of operations, in milliseconds. */
export function judge(outcome: Outcome, deadline: number): Violation[] {
  const { request, status, milliseconds, text } = outcome;
  const what = `${status} after ${Math.round(milliseconds)} ms: ${text.slice(0, 300)}`;
  const broken = (rule: string, isBroken: boolean): Violation[] =>
    isBroken ? [{ rule, what, request }] : [];
  return [
    ...broken('no answer', status === 0),
    ...broken('5xx', status >= 500 && !isOfAnotherSite(text)),
    ...broken('over its deadline', milliseconds > deadline + gatewayShare),
    ...broken('not the shape of answers', status !== 0 && !isWellFormed(request, status, text)),
    ...undocumentedAnswer(outcome),
  ];
}

/** The violation of an answer that the OpenAPI document does not have. */
function undocumentedAnswer({ request, status, text }: Outcome): Violation[] {
  if (status === 0) return [];
  // As it was sent: the gateway resolves no dots, and neither must this.
  const [path = ''] = request.path.replace('/wp-json', '').split('?');
  const problem = undocumented({ method: request.method, path, status, body: parsed(text) });
  return problem === undefined
    ? []
    : [{ rule: 'undocumented', what: `${problem}: ${text.slice(0, 300)}`, request }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Clients expect status 500 with this code when another site has refused a contact. */
const isOfAnotherSite = (text: string): boolean => text.startsWith('{"code":"transfer",');

export const isRefusal = ({ status }: Pick<Outcome, 'status'>): boolean => status >= 400 && status < 500;

/** The endpoint whose answers are drawings: for any address there is one. */
const drawings = /\/avatars\/v1\//;

/** The endpoint whose answers are streams, of which the sender reads no event. */
const streams = /\/v1\/events$/;

/** Whether an answer is JSON, a drawing or a stream, and an error has the common shape. */
function isWellFormed({ method, endpoint }: FuzzRequest, status: number, text: string): boolean {
  if (method === 'HEAD' || status === 304 || status === 204) return text === '';
  if (status === 200 && method === 'GET' && drawings.test(endpoint)) return text.startsWith('<svg ');
  if (status === 200 && method === 'GET' && streams.test(endpoint)) return text === '';
  try {
    const body = JSON.parse(text) as { code?: unknown; message?: unknown; data?: { status?: unknown } };
    const isError =
      typeof body?.code === 'string' && typeof body.message === 'string' && body.data?.status === status;
    return status < 400 || isError;
  } catch {
    return false;
  }
}

/** The violation, with enough of the request to send it again by hand. */
export function describeViolation({ rule, what, request }: Violation): string {
  return `${rule.toUpperCase()}: ${what}${request ? `\n  ${describeRequest(request)}` : ''}`;
}

function describeRequest({ index, caller, method, path, headers, body }: FuzzRequest): string {
  const shown = headers.map(([name, value]) => `${name}: ${value.slice(0, 60)}`).join(', ');
  return `--only ${index}, by ${caller}: ${method} ${path.slice(0, 1_000)} {${shown}} ${body.toString('utf8').slice(0, 1_000)}`;
}
