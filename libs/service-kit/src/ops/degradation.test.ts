import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { degradedStates, type DegradedState } from '@svc/contracts';
import { OpsServer } from './ops-server.ts';
import { ServiceMetrics } from './service-metrics.ts';

let metrics: ServiceMetrics;
let ops: OpsServer;
let url: string;

beforeEach(async () => {
  metrics = new ServiceMetrics('records');
  ops = new OpsServer(metrics);
  url = `http://127.0.0.1:${await ops.listen(0, '127.0.0.1')}`;
  ops.setChecks([{ name: 'bus', check: () => {} }]);
});

afterEach(() => ops.close());

const readiness = async () => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
};
const gauge = async (state: string) => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new RegExp(`^svc_degraded\\{state="${state}",service="records"\\} (\\d)$`, 'm').exec(text)?.[1];
};

const states = Object.keys(degradedStates) as DegradedState[];

test.each(states)(
  '%s is reported with its remedy, keeps the service in rotation, and ends',
  async (state) => {
    let reason: string | undefined = 'something is missing';
    const check = { state, check: async () => reason };
    metrics.degradation.setChecks([check]);
    expect(await readiness()).toEqual({
      status: 200,
      body: {
        status: 'degraded',
        parts: { bus: 'ok' },
        degraded: { [state]: { reason, remedy: degradedStates[state].remedy } },
      },
    });
    expect(await gauge(state)).toBe('1');
    reason = undefined;
    metrics.degradation.setChecks([check]);
    expect(await readiness()).toEqual({ status: 200, body: { status: 'ready', parts: { bus: 'ok' } } });
    expect(await gauge(state)).toBe('0');
  },
);

test('a service that is not ready says so, whatever its degraded states', async () => {
  metrics.degradation.setChecks([{ state: 'dead_letters', check: () => 'some' }]);
  ops.setChecks([{ name: 'bus', check: () => Promise.reject(new Error('no answer')) }]);
  expect(await readiness()).toMatchObject({ status: 503, body: { status: 'not ready' } });
});

test('a state that cannot be checked is not reported, and does not hide the others', async () => {
  metrics.degradation.setChecks([
    { state: 'disk_full', check: () => Promise.reject(new Error('no answer')) },
    { state: 'dead_letters', check: () => 'some' },
  ]);
  expect(await metrics.degradation.current()).toEqual({ dead_letters: 'some' });
});

test('probes and scrapes share the results of the checks', async () => {
  let count = 0;
  metrics.degradation.setChecks([{ state: 'dead_letters', check: () => `checked ${(count += 1)} times` }]);
  await readiness();
  await gauge('dead_letters');
  expect(await metrics.degradation.current()).toEqual({ dead_letters: 'checked 1 times' });
});
