import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OpsServer } from './ops-server.ts';
import { ServiceMetrics } from './service-metrics.ts';

let metrics: ServiceMetrics;
let ops: OpsServer;
let port: number;

beforeEach(async () => {
  metrics = new ServiceMetrics('records');
  ops = new OpsServer(metrics);
  port = await ops.listen(0, '127.0.0.1');
});

afterEach(() => ops.close());

async function get(path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text };
}

const fine = { name: 'bus', check: () => {} };

test('a starting process is alive and not ready, and unknown paths are 404', async () => {
  const notStarted = '{"status":"not ready","parts":{"start":"the service has not started yet"}}';
  expect(await get('/healthz?probe=1')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(await get('/readyz')).toMatchObject({ status: 503, text: notStarted });
  expect(await get('/')).toMatchObject({ status: 404 });
});

test('clients may keep a connection for more than a minute between two requests', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
});

test('readiness lists the failed part, and recovers with it', async () => {
  let isThere = false;
  const check = async () => {
    if (!isThere) throw new Error('no answer');
  };
  ops.setChecks([fine, { name: 'database', check }]);
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: '{"status":"not ready","parts":{"bus":"ok","database":"no answer"}}',
  });
  isThere = true;
  expect(await get('/readyz')).toMatchObject({
    status: 200,
    text: '{"status":"ready","parts":{"bus":"ok","database":"ok"}}',
  });
});

test('a warning does not make a service unready', async () => {
  ops.setChecks([fine, { name: 'proxy', check: () => 'it has no name' }]);
  expect(await get('/readyz')).toMatchObject({
    status: 200,
    text: '{"status":"ready","parts":{"bus":"ok","proxy":"ok"},"warnings":{"proxy":"it has no name"}}',
  });
});

test('a part without an answer in time is not ready, and the other parts are still reported', async () => {
  ops.close();
  ops = new OpsServer(metrics, { checkMilliseconds: 100 });
  port = await ops.listen(0, '127.0.0.1');
  ops.setChecks([fine, { name: 'engine', check: () => new Promise(() => {}) }]);
  const { status, text } = await get('/readyz');
  expect(status).toBe(503);
  expect(JSON.parse(text)).toMatchObject({ parts: { bus: 'ok', engine: 'no answer in time' } });
});

test('metrics have the Prometheus format and the name of the service', async () => {
  metrics.operationDuration.observe({ operation: 'records.get', outcome: 'ok' }, 0.003);
  const { status, type, text } = await get('/metrics');
  expect(status).toBe(200);
  expect(type).toContain('text/plain');
  expect(text).toMatch(/svc_operation_duration_seconds_count\{.*service="records".*\} 1/);
  expect(text).toContain('process_cpu_seconds_total');
});

test('a scrape has the lag of reachable consumers only', async () => {
  metrics.watchLag('index', async () => ({ waiting: 3, unacknowledged: 1 }));
  metrics.watchLag('mails', () => Promise.reject(new Error('the bus is away')));
  const forget = metrics.watchLag('gone', async () => ({ waiting: 9, unacknowledged: 9 }));
  forget();
  const lags = (await get('/metrics')).text
    .split('\n')
    .filter((line) => line.startsWith('svc_consumer_lag_messages{'));
  expect(lags).toEqual([
    'svc_consumer_lag_messages{consumer="index",state="waiting",service="records"} 3',
    'svc_consumer_lag_messages{consumer="index",state="unacknowledged",service="records"} 1',
  ]);
});

test('a failed collection of metrics fails its own request only', async () => {
  const collect = metrics.registry.metrics.bind(metrics.registry);
  metrics.registry.metrics = () => Promise.reject(new Error('a bad collector'));
  expect(await get('/metrics')).toMatchObject({ status: 500 });
  metrics.registry.metrics = collect;
  expect(await get('/metrics')).toMatchObject({ status: 200 });
});

test('a port in use makes the start fail', async () => {
  await expect(new OpsServer(metrics).listen(port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
});
