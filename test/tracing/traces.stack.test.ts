import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { attributesOf, TraceCollector, until, type CollectedSpan } from '@svc/testing';
import { api, type Answer } from '../support/http.ts';
import { openWorld, uniqueWord, type TestUser, type World } from '../support/world.ts';

const traceId = '5af7183fb1d4cf5f4c5d5b2c6e0a1f3d';
const clientSpan = '00f067aa0ba902b7';

let collector: TraceCollector;
let world: World;
let mona: TestUser;
let dora: TestUser;
let created: Answer;
const name = uniqueWord();

beforeAll(async () => {
  collector = await TraceCollector.listen();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=of-this-test',
    LOG_LEVEL: 'info',
  };
  world = await openWorld({ env });
  [mona, dora] = await Promise.all([
    world.createUser({ role: 'multiplier' }),
    world.createUser({ role: 'multiplier' }),
  ]);
  created = await api(world, mona.token).post('svc-posts/v2/contacts', {
    json: { name, assigned_to: dora.id, notes: [`About ${name}`] },
    headers: { traceparent: `00-${traceId}-${clientSpan}-00`, 'x-request-id': 'a-create' },
  });
});

afterAll(async () => {
  await world?.close();
  collector.close();
});

const inTrace = () => collector.spans.filter((span) => span.traceId === traceId);

/** Waits until the trace of the create has all these spans, and returns it. */
async function traceWith(...expected: string[]): Promise<CollectedSpan[]> {
  return until(() => {
    const spans = inTrace();
    const told = spans.map((span) => `${span.service}: ${span.name}`);
    expect(expected.filter((name) => !told.includes(name))).toEqual([]);
    return spans;
  });
}

test('one trace of a create spans the gateway, records, the database, the bus and every consumer', async () => {
  expect(created.status).toBe(200);
  const spans = await traceWith(
    'gateway: POST /{ns}-posts/v2/{post_type}',
    'gateway: records.create',
    'records: records.create',
    'records: commit',
    'records: bulkWrite',
    'records: send svc.events.record.contacts.created',
    'records: send svc.commands.comments.add',
    'comments: process commands-comments',
    'comments: commit',
    'users: process users-notifications',
    'search: process search-records',
  );
  const ids = new Set([clientSpan, ...spans.map(({ spanId }) => spanId)]);
  expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([]);
  const [door, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === clientSpan);
  expect(others).toEqual([]);
  expect(attributesOf(door as CollectedSpan)).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'svc.request_id': 'a-create',
  });
  expect([...collector.authorizations]).toEqual(['of-this-test']);
});

test('traces have no texts of users and no secrets', () => {
  const text = JSON.stringify(collector.spans);
  for (const secret of [name, mona.email, mona.username, mona.password, mona.token])
    expect(text).not.toContain(secret);
});

test('log lines have the id of their trace', async () => {
  await until(() => {
    const folder = join(world.dataDir, 'logs');
    const lines = readdirSync(folder)
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
      .filter((line) => line.includes(`00-${traceId}-`));
    const services = lines.map((line) => (JSON.parse(line) as { service: string }).service);
    expect(services).toEqual(expect.arrayContaining(['gateway', 'records', 'users']));
  });
});
