import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ServiceError } from '@svc/contracts';
import { attributesOf, captureLog, type LogLine, TraceCollector } from '@svc/testing';
import { recordSpans } from './record-spans.ts';
import { traced, type Span } from './span.ts';

const traceId = 'a'.repeat(32);
const byClient = (flags: string) => `00-${traceId}-${'b'.repeat(16)}-${flags}`;

let collector: TraceCollector;
let lines: LogLine[];
let stop: (() => Promise<void>) | undefined;

beforeEach(async () => {
  collector = await TraceCollector.listen();
});

afterEach(async () => {
  await stop?.();
  collector.close();
});

function record(ratio = 1): void {
  const captured = captureLog();
  lines = captured.lines;
  stop = recordSpans({ service: 'records', version: '1', endpoint: collector.url, ratio, log: captured.log });
}

/** What the collector has when nothing is recorded any more. */
async function recorded() {
  await stop?.();
  stop = undefined;
  return collector.spans;
}

const span = (over: Partial<Span>): (() => Span) => {
  const made: Span = { name: 'work', kind: 'internal', traceparent: undefined, attributes: {}, ...over };
  return () => made;
};

const door = (flags: string) =>
  span({
    kind: 'server',
    isRoot: true,
    traceparent: byClient(flags),
    attributes: { 'http.request.method': 'GET' },
  });

test('a nested span has the outer span as its parent, and the outer traceparent names its own span', async () => {
  record();
  await traced(door('01'), async (outer) => {
    await traced(span({ name: 'inner' }), async () => {});
    expect(outer?.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!b{16})[\\da-f]{16}-01$`));
  });
  const [inner, outer] = await recorded();
  expect(outer).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16), service: 'records', kind: 2 });
  expect(inner).toMatchObject({ name: 'inner', traceId, parentSpanId: outer?.spanId });
});

test('work outside a trace starts no trace, and work after the end of its span is not recorded', async () => {
  record();
  const later = Promise.withResolvers<void>();
  let goesOn: Promise<void> | undefined;
  await traced(span({}), async (begun) => expect(begun?.traceparent).toBeUndefined());
  await traced(door('01'), async () => {
    goesOn = later.promise.then(() => traced(span({ name: 'late' }), async () => {}));
  });
  later.resolve();
  await goesOn;
  expect((await recorded()).map(({ name }) => name)).toEqual(['work']);
});

const behind = (flags: string) => span({ kind: 'consumer', traceparent: byClient(flags) });

test.each([
  { where: 'a root span ignores the sampling flag of the client', outer: door('00'), ratio: 1, count: 2 },
  { where: 'a root span ignores the sampling flag of the client', outer: door('01'), ratio: 0, count: 0 },
  {
    where: 'a consumer span follows the sampling flag of its parent',
    outer: behind('01'),
    ratio: 0,
    count: 2,
  },
  {
    where: 'a consumer span follows the sampling flag of its parent',
    outer: behind('00'),
    ratio: 1,
    count: 0,
  },
])('$where: $count spans at ratio $ratio', async ({ outer, ratio, count }) => {
  record(ratio);
  await traced(outer, () => traced(span({}), async () => {}));
  expect(await recorded()).toHaveLength(count);
});

test('a failed span has the code or name of its error, not its message', async () => {
  record();
  const failures = [
    new ServiceError('service_unavailable', 'not to be seen'),
    new TypeError('not to be seen'),
  ];
  for (const failure of failures)
    await expect(traced(door('01'), () => Promise.reject(failure))).rejects.toBe(failure);
  const spans = await recorded();
  expect(spans.map((each) => [each.status.code, attributesOf(each)['error.type']])).toEqual([
    [2, 'service_unavailable'],
    [2, 'TypeError'],
  ]);
  expect(JSON.stringify(spans)).not.toContain('not to be seen');
});

test('a collector that refuses spans is logged once', async () => {
  collector.status = 400;
  record();
  await traced(door('01'), async () => {});
  await recorded();
  expect(lines.map(({ msg }) => msg)).toEqual(['failed to export traces to the collector']);
});

test('OpenTelemetry is not loaded without an endpoint', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) });
    const { startTracing } = await import('${import.meta.resolve('./start-tracing.ts')}');
    await import('${import.meta.resolve('../index.ts')}');
    const options = { service: 'records', version: '1', ratio: 1, log: undefined };
    const count = () => loaded.filter((name) => /opentelemetry.(sdk|exporter)/.test(name)).length;
    await startTracing({ ...options, endpoint: undefined });
    const without = count();
    await startTracing({ ...options, endpoint: 'http://127.0.0.1:1' });
    console.log(JSON.stringify([without, count() > 0]));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual([0, true]);
});
