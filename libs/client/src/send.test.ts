import { expect, test } from '@jest/globals';
import { createClient } from './create-client.ts';
import { isServiceError, type ServiceError } from './errors.ts';
import { createSend, type Send } from './send.ts';

interface SentRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
}

type Reply = (request: SentRequest) => Response | Promise<Response>;

const ok = (body: unknown = {}) => Response.json(body);
const refusal = (code: string, status: number, headers: Record<string, string> = {}) =>
  Response.json({ code, message: 'No.', data: { status } }, { status, headers });
/** Answers nothing until it is aborted. */
const hang: Reply = ({ signal }) =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(new Error('aborted'));
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail);
  });
const offline: Reply = () => Promise.reject(new TypeError('fetch failed'));

/** A `fetch` that answers with each of the replies in turn, and notes the requests. */
function scripted(...replies: readonly Reply[]) {
  const requests: SentRequest[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = {
      url,
      headers: init.headers as Record<string, string>,
      signal: init.signal as AbortSignal,
    };
    const reply = replies[requests.push(request) - 1];
    if (!reply) throw new Error(`Unexpected request: ${url}`);
    return reply(request);
  };
  return { fetch, requests };
}

/** A `send` whose repeats follow at once. */
function sendWith(fetch: ReturnType<typeof scripted>['fetch'], timeoutMs = 10_000): Send {
  const session = { token: async () => 'T', renew: async () => undefined };
  const policy = { retries: 3, baseDelayMs: 0, maxDelayMs: 5_000, random: () => 0 };
  return createSend({ root: 'http://test/api', fetch, session: () => session, timeoutMs, policy });
}

const write = { method: 'POST', path: 'x', json: {}, isWrite: true } as const;
const read = { method: 'GET', path: 'x' } as const;

async function errorOf(request: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isServiceError(error)) throw new Error('It did not fail with a ServiceError.', { cause: error });
  return error;
}

test('repeats a write with the same idempotency key until it succeeds', async () => {
  const { fetch, requests } = scripted(
    offline,
    () => refusal('outcome_unknown', 503),
    () => ok({ ID: 1 }),
  );
  expect((await sendWith(fetch)(write)).body).toEqual({ ID: 1 });
  const keys = requests.map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toEqual([expect.stringMatching(/^[!-~]{10,200}$/), keys[0], keys[0]]);
});

test('gives each write its own key, a read none, and a write with a key that key', async () => {
  const { fetch, requests } = scripted(...Array.from({ length: 4 }, () => () => ok()));
  const send = sendWith(fetch);
  for (const sending of [write, write, read, { ...write, options: { idempotencyKey: 'mine' } }])
    await send(sending);
  const [one, other, none, mine] = requests.map(({ headers }) => headers['Idempotency-Key']);
  expect(one).not.toBe(other);
  expect([none, mine]).toEqual([undefined, 'mine']);
});

test('ends with the last error after all repeats', async () => {
  const { fetch, requests } = scripted(
    ...Array.from({ length: 4 }, () => () => refusal('service_unavailable', 503)),
  );
  expect(await errorOf(sendWith(fetch)(read))).toMatchObject({ code: 'service_unavailable', status: 503 });
  expect(requests).toHaveLength(4);
});

test('does not repeat a refused request', async () => {
  const { fetch, requests } = scripted(() => refusal('precondition_failed', 412, { 'x-request-id': 'R' }));
  const error = await errorOf(sendWith(fetch)(write));
  expect(error).toMatchObject({ code: 'precondition_failed', status: 412, requestId: 'R', message: 'No.' });
  expect(requests).toHaveLength(1);
});

test('repeats a request that is not answered in time', async () => {
  const { fetch, requests } = scripted(hang, () => ok());
  await sendWith(fetch, 20)(read);
  expect(requests).toHaveLength(2);
});

test('reports a request that is never answered in time', async () => {
  const { fetch } = scripted(hang, hang, hang, hang);
  expect(await errorOf(sendWith(fetch, 20)(read))).toMatchObject({ code: 'timed_out', status: 0 });
});

test('reports an answer that is not of the service', async () => {
  const page = () => new Response('<h1>Not found</h1>', { status: 404 });
  const { fetch } = scripted(page, () => new Response('<h1>Welcome</h1>'));
  const send = sendWith(fetch);
  expect(await errorOf(send(read))).toMatchObject({ code: 'unexpected_answer', status: 404 });
  expect(await errorOf(send(read))).toMatchObject({ code: 'unexpected_answer', status: 200 });
});

test('aborts a request with the reason of the signal, and does not repeat it', async () => {
  const { fetch, requests } = scripted(hang);
  const controller = new AbortController();
  const sent = sendWith(fetch)({ ...read, options: { signal: controller.signal } });
  const reason = new Error('The user left the page.');
  controller.abort(reason);
  await expect(sent).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});

test('aborts the wait for a repeat', async () => {
  const controller = new AbortController();
  const reason = new Error('The user left the page.');
  const { fetch, requests } = scripted(() => {
    queueMicrotask(() => controller.abort(reason));
    return refusal('too_many_requests', 429, { 'retry-after': '5' });
  });
  await expect(sendWith(fetch)({ ...read, options: { signal: controller.signal } })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});

test('encodes queries like the service reads them', async () => {
  const { fetch, requests } = scripted(() => ok());
  await sendWith(fetch)({ ...read, query: { s: 'a&b', ids: [1, 2], flag: false, none: undefined } });
  expect(requests[0]?.url).toBe('http://test/api/x?s=a%26b&ids%5B%5D=1&ids%5B%5D=2&flag=false');
});

test('asks the hook for another token after a refusal, and sends the request again', async () => {
  const { fetch, requests } = scripted(
    () => refusal('jwt_auth_invalid_token', 403),
    () => ok({ ID: 1 }),
  );
  const asked: unknown[] = [];
  const getToken = (refused?: string) => {
    asked.push(refused);
    return refused === undefined ? 'old' : 'new';
  };
  const client = createClient({ url: 'http://test', auth: { getToken }, fetch });
  expect(await client.users.me()).toEqual({ ID: 1 });
  expect(requests.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer old', 'Bearer new']);
  expect(asked).toEqual([undefined, 'old']);
});

test('reports the refusal when there is no other token', async () => {
  const refused = () => refusal('rest_cannot_access', 401);
  const { fetch, requests } = scripted(refused, refused);
  const byToken = createClient({ url: 'http://test', auth: { token: 'T' }, fetch });
  expect(await errorOf(byToken.users.me())).toMatchObject({ code: 'rest_cannot_access', status: 401 });
  const byHook = createClient({ url: 'http://test', auth: { getToken: () => 'T' }, fetch });
  expect(await errorOf(byHook.users.me())).toMatchObject({ code: 'rest_cannot_access' });
  expect(requests).toHaveLength(2);
});

test('logs a user in once for requests that start, or are refused, at the same time', async () => {
  let logins = 0;
  const urls: string[] = [];
  const fetch = async (url: string, { headers }: RequestInit) => {
    urls.push(url);
    if (url.endsWith('/token')) return ok({ token: `token-${(logins += 1)}` });
    const { Authorization: sent } = headers as Record<string, string>;
    return sent === 'Bearer token-2' ? ok({ ID: 1 }) : refusal('jwt_auth_invalid_token', 403);
  };
  const auth = { username: 'mona', password: 'secret' };
  const client = createClient({ url: 'http://test/', auth, fetch });
  const answers = await Promise.all([client.users.me(), client.users.me(), client.users.me()]);
  expect(answers).toEqual([{ ID: 1 }, { ID: 1 }, { ID: 1 }]);
  expect(logins).toBe(2);
  expect(urls[0]).toBe('http://test/wp-json/jwt-auth/v1/token');
});

test('logs in again after a failed login', async () => {
  const { fetch } = scripted(
    () => refusal('jwt_auth_failed', 403),
    () => ok({ token: 'T' }),
    () => ok({ ID: 1 }),
  );
  const client = createClient({ url: 'http://test', auth: { username: 'mona', password: 'secret' }, fetch });
  expect(await errorOf(client.users.me())).toMatchObject({ code: 'jwt_auth_failed' });
  expect(await client.users.me()).toEqual({ ID: 1 });
});

test('renews the token of a session once for requests that are refused at the same time', async () => {
  const sent: unknown[] = [];
  const fetch = async (url: string, { body, headers }: RequestInit) => {
    if (url.endsWith('/token/refresh')) {
      sent.push(JSON.parse(body as string));
      return ok({ token: `token-${sent.length}`, refresh_token: `refresh-${sent.length}` });
    }
    const { Authorization: bearer } = headers as Record<string, string>;
    return bearer === 'Bearer token-2' ? ok({ ID: 1 }) : refusal('jwt_auth_invalid_token', 403);
  };
  const stored: string[] = [];
  const client = createClient({
    url: 'http://test',
    auth: { refreshToken: 'refresh-0' },
    onRefreshToken: (token) => void stored.push(token),
    fetch,
  });
  expect(await Promise.all([client.users.me(), client.users.me()])).toEqual([{ ID: 1 }, { ID: 1 }]);
  expect(sent).toEqual([{ refresh_token: 'refresh-0' }, { refresh_token: 'refresh-1' }]);
  expect(stored).toEqual(['refresh-1', 'refresh-2']);
});
