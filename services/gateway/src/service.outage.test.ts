import { beforeAll, expect, test } from '@jest/globals';
import { recordsGet, recordsList, recordsTransfer, recordsUpdate, type OutputOf } from '@svc/contracts';
import type { OperationServer } from '@svc/service-kit';
import { until } from '@svc/testing';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import type { HttpAnswer, HttpClient } from './testing/http-client.ts';

const record = '/wp-json/svc-posts/v2/contacts/12';
const deadline = 1_000;

const gateway = harnessOfSuite();
let metrics: () => Promise<string>;
let http: HttpClient;
let isStuck = false;
let holding: Promise<void> | undefined;
let users: OperationServer<undefined>[];

beforeAll(async () => {
  users = await gateway.standInForUsers();
  const answer = () => unlessStuck({ ID: 12 } as OutputOf<typeof recordsGet>);
  await gateway.standIn(recordsGet, answer);
  await gateway.standIn(recordsUpdate, answer);
  await gateway.standIn(recordsTransfer, () => unlessStuck(true as const));
  await gateway.standIn(recordsList, () => unlessStuck({ posts: [], total: 0 }));
  ({ metrics, http } = await gateway.start({
    READ_DEADLINE_MS: String(deadline),
    WRITE_DEADLINE_MS: String(3 * deadline),
  }));
});

test('a request to a missing service answers 503', async () => {
  expectUnavailable(await http(`GET ${record}/comments`));
});

test('a write may take longer than a read, and a transfer to another site longer than both', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  holding = promise;
  const sent = { contact_id: 12, site_post_id: 3 };
  const transfer = http('POST /wp-json/svc-posts/v2/contacts/transfer', { body: sent });
  await until(() => expect(gateway.received.at(-1)?.operation).toBe('records.transfer'));
  const update = http(`POST ${record}`, { body: { name: 'Bob' } });
  expectUnavailable(await http(`GET ${record}`));
  expect(await update).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
  release();
  holding = undefined;
  expect(await transfer).toMatchObject({ status: 200, body: true });
});

test('a write that times out answers outcome_unknown', async () => {
  isStuck = true;
  const answer = await http(`POST ${record}`, { body: { name: 'Bob' } });
  expect(answer).toMatchObject({ status: 503, body: { code: 'outcome_unknown', data: { status: 503 } } });
  expect(answer.headers.has('retry-after')).toBe(true);
  await recovered();
});

test('a service that hangs gets no more requests until it has recovered', async () => {
  isStuck = true;
  await Promise.all(Array.from({ length: 20 }, () => http(`GET ${record}`)));
  const reached = gateway.received.length;
  expectUnavailable(await http(`POST ${record}`, { body: { name: 'Bob' } }));
  expect(namesSince(reached)).not.toContain('records.update');
  expect(await metrics()).toMatch(/svc_breaker_state\{target="records",service="gateway"\} [12]/);
  await recovered();
  expect(await metrics()).toContain('svc_breaker_state{target="records",service="gateway"} 0');
});

test('without the users service cached callers are served and new callers get 503', async () => {
  await http(`GET ${record}`);
  for (const server of users) await server.drain();
  expect((await http(`GET ${record}`)).status).toBe(200);
  const token = await gateway.tokens.token({ user: { id: '8' } });
  expectUnavailable(await http(`GET ${record}`, { token }));
  users = await gateway.standInForUsers();
});

test('a draining gateway answers and closes its connections', async () => {
  const { http: client, gateway: running } = await gateway.start();
  const before = await client(`GET ${record}`);
  expect(before.headers.get('connection')).toBe('keep-alive');
  running.startDraining();
  const paths = [record, record, '/nowhere'];
  const answers = await Promise.all(paths.map((path) => client(`GET ${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
  for (const { headers } of answers) expect(headers.get('connection')).toBe('close');
});

test('a stopping gateway completes running requests and accepts no new ones', async () => {
  const { http: client, gateway: running } = await gateway.start();
  await client(`GET ${record}`);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  holding = promise;
  const before = gateway.received.length;
  const underway = client(`GET ${record}`);
  await until(() => expect(namesSince(before)).toEqual(['records.get']));
  const stopped = running.stop();
  release();
  holding = undefined;
  const answer = await underway;
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  await stopped;
  await expect(client(`GET ${record}`)).rejects.toThrow('fetch failed');
});

async function unlessStuck<Answer>(answer: Answer): Promise<Answer> {
  if (isStuck) return new Promise<never>(() => {});
  await holding;
  return answer;
}

/** The service answers again, and the gateway has found out. */
async function recovered(): Promise<void> {
  isStuck = false;
  await until(async () => expect((await http(`GET ${record}`)).status).toBe(200));
}

function namesSince(index: number): string[] {
  return gateway.received.slice(index).map(({ operation }) => operation);
}

function expectUnavailable(answer: HttpAnswer): void {
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable', data: { status: 503 } } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}
