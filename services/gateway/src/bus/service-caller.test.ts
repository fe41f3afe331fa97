import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import {
  recordsGet,
  recordsList,
  recordsUpdate,
  ServiceError,
  systemActor,
  type Operation,
} from '@svc/contracts';
import { Deadline, errorReply, type CallContext, type Reply } from '@svc/service-kit';
import { until } from '@svc/testing';
import { ServiceCaller } from './service-caller.ts';

type Behaviour = (operation: Operation, context: CallContext) => Promise<Reply>;

const answered: Reply = { ok: true, status: 200, code: undefined, body: Buffer.from('{"ID":12}') };
const answers: Behaviour = async () => answered;
const isAway: Behaviour = () => Promise.reject(new ServiceError('service_unavailable', 'away'));

let behave: Behaviour;
let asked: { operation: string; requestId: string }[];
let states: string[];
let services: ServiceCaller;

beforeEach(() => {
  behave = answers;
  asked = [];
  states = [];
  services = new ServiceCaller({
    caller: {
      request: (operation, _input, context) => {
        asked.push({ operation: operation.name, requestId: context.requestId });
        return behave(operation, context);
      },
    },
    log: pino({ level: 'silent' }),
    onState: (service, state) => states.push(`${service} ${state}`),
  });
});

afterEach(() => services.close());

test('the circuit breaker of one service opens after ten failed requests', async () => {
  await opened();
  expect(asked).toHaveLength(10);
  await expect(get()).rejects.toMatchObject({ code: 'service_unavailable', data: { retry_after: 1 } });
  expect(asked).toHaveLength(10);
  expect(states).toEqual(['records 0', 'comments 0', 'users 0', 'search 0', 'records 2']);
});

test('a write that an open breaker rejects fails with service_unavailable', async () => {
  await opened();
  await expect(request(recordsUpdate)).rejects.toMatchObject({ code: 'service_unavailable' });
});

test.each<[what: string, behaviour: Behaviour]>([
  ['error replies', async () => errorReply(new ServiceError('internal_error', 'x'))],
  ['oversized requests', () => Promise.reject(new ServiceError('request_too_large', 'x'))],
])('%s do not open the breaker', async (_what, behaviour) => {
  behave = behaviour;
  for (let attempt = 0; attempt < 30; attempt += 1) await get().catch(() => undefined);
  expect(asked).toHaveLength(30);
  expect(states).not.toContain('records 2');
});

test('lists that time out do not open the breaker, lists that find no service do', async () => {
  behave = async (operation, { deadline }) => {
    await until(() => expect(deadline.isOver).toBe(true));
    return isAway(operation, contextOf());
  };
  const slow = contextOf(Deadline.after(20));
  const lists = Array.from({ length: 30 }, () => services.request(recordsList, {}, slow));
  expect((await Promise.allSettled(lists)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(states).not.toContain('records 2');
  behave = isAway;
  for (let attempt = 0; attempt < 60; attempt += 1) await expect(request(recordsList)).rejects.toThrow();
  expect(states).toContain('records 2');
});

test('a minority of failures does not open the breaker', async () => {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    behave = attempt % 3 === 0 ? isAway : answers;
    await get().catch(() => undefined);
  }
  expect(states).not.toContain('records 2');
});

test('the gateway probes a failed service and sends no request of a caller meanwhile', async () => {
  await opened();
  const before = asked.length;
  behave = answers;
  await until(async () => expect(await get()).toBe(answered));
  expect(asked.slice(before).map(({ requestId }) => requestId)).toEqual(['probe-records', 'test']);
  expect(states.slice(-3)).toEqual(['records 2', 'records 1', 'records 0']);
});

test('a failed probe keeps the breaker open', async () => {
  await opened();
  const before = asked.length;
  await until(() => expect(asked.length).toBe(before + 1));
  await until(() => expect(states.slice(-2)).toEqual(['records 1', 'records 2']));
  await expect(get()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(asked).toHaveLength(before + 1);
});

test('a late failure of an old request does not reopen a closed breaker', async () => {
  const lost = Promise.withResolvers<Reply>();
  behave = () => lost.promise;
  const late = get();
  await opened();
  behave = answers;
  await until(() => expect(states.at(-1)).toBe('records 0'));
  lost.reject(new Error('lost with the killed process'));
  await expect(late).rejects.toThrow('lost with the killed process');
  expect(states.at(-1)).toBe('records 0');
  expect(await get()).toBe(answered);
});

async function opened(): Promise<void> {
  behave = isAway;
  for (let attempt = 0; attempt < 10 && !states.includes('records 2'); attempt += 1)
    await expect(get()).rejects.toThrow('away');
  expect(states).toContain('records 2');
}

function contextOf(deadline = Deadline.after()): CallContext {
  return { caller: systemActor('test'), requestId: 'test', deadline };
}

const request = (operation: Operation) => services.request(operation, {}, contextOf());
const get = () => request(recordsGet);
