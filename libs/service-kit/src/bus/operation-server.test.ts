import { afterEach, expect, test } from '@jest/globals';
import { mongo } from 'mongoose';
import { headers, type Msg } from 'nats';
import {
  operationSubject,
  ServiceError,
  systemActor,
  type Actor,
  type Identity,
  type Operation,
} from '@svc/contracts';
import { ActorSigner } from '../signing/actor-signer.ts';
import type { Keyring } from '../signing/keyring.ts';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { captureLog, type LogLine, newKeyrings, testOperation, until, userActor } from '@svc/testing';
import { Deadline } from '../time/deadline.ts';
import { AnswerWith, defineHandler, RawJson, type Call } from './call.ts';
import { OperationServer } from './operation-server.ts';
import { RequestSealer } from './request-mac.ts';
import { fromHeaders, wire, type Envelope } from './wire.ts';

const mona = userActor(3, 'Mona');

const kit = stackOfSuite();
let lines: LogLine[];
const servers: OperationServer<undefined>[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.drain()));
});

type Input = { readonly id: number };

async function serve(
  served: Operation<Input, unknown>,
  handle: (call: Call<Input>) => Promise<unknown>,
): Promise<OperationServer<undefined>> {
  const captured = captureLog('records');
  lines = captured.lines;
  const handler = defineHandler<undefined, Input, unknown>(served, handle);
  const server = await kit.harness.serve('records', [handler], { log: captured.log });
  servers.push(server);
  return server;
}

/** Serves an operation, and counts how often it was carried out. */
async function counted(asked = testOperation('write')) {
  const served = { asked, calls: 0 };
  await serve(asked, async () => (served.calls += 1));
  return served;
}

test('a handler receives the parsed input and the calling actor', async () => {
  const asked = testOperation();
  await serve(asked, async ({ input, actor }) => ({ doubled: input.id * 2, by: actor.displayName }));
  await expect(kit.harness.call(asked, { id: 21 }, mona)).resolves.toEqual({ doubled: 42, by: 'Mona' });
});

test('a large raw JSON answer is returned as parsed JSON', async () => {
  const asked = testOperation();
  const name = '好'.repeat(600_000);
  await serve(asked, async () => new RawJson(Buffer.from(`{"posts":[{"name":"${name}"}],"total":1}`)));
  await expect(kit.harness.call(asked, { id: 21 }, mona)).resolves.toEqual({ posts: [{ name }], total: 1 });
});

test('an answer with a warning is returned with the warning', async () => {
  const asked = testOperation();
  await serve(asked, async ({ input }) => new AnswerWith({ warning: 'Roughly.' }, { doubled: input.id * 2 }));
  await expect(kit.harness.call(asked, { id: 21 }, mona)).resolves.toEqual({ doubled: 42 });
  const context = { caller: mona, requestId: 'test', deadline: Deadline.after() };
  const { caller } = await kit.harness.context('gateway');
  const reply = await caller.request(asked, Buffer.from('{"id":21}'), context);
  expect(reply).toMatchObject({ ok: true, warning: 'Roughly.' });
});

test.each([
  ['read', 'is not the primary', 10_107, 'service_unavailable'],
  ['read', 'steps down', 11_602, 'service_unavailable'],
  ['read', 'exceeds a time limit', 50, 'service_unavailable'],
  ['write', 'is not the primary', 10_107, 'service_unavailable'],
  ['write', 'steps down', 11_602, 'outcome_unknown'],
  ['write', 'exceeds a time limit', 50, 'service_unavailable'],
] as const)(
  'a %s whose database %s (%i) is answered with %s and status 503',
  async (kind, _why, number, code) => {
    const asked = testOperation(kind);
    await serve(asked, async () => {
      throw new mongo.MongoServerError({ code: number, errmsg: 'no' });
    });
    await expect(kit.harness.call(asked, { id: 21 }, mona)).rejects.toMatchObject({ code, status: 503 });
    expect(lines.filter(({ level }) => level === 50)).toEqual([]);
  },
);

test('a nested call keeps the actor, deadline and request id of its request', async () => {
  const asked = testOperation();
  const inner = testOperation();
  await serve(inner, async ({ actor, deadline, requestId }) => ({
    by: actor,
    until: deadline.at,
    requestId,
  }));
  await serve(asked, async (call) => ({
    inner: await call.ask(inner, { id: 1 }),
    own: { by: call.actor, until: call.deadline.at, requestId: call.requestId },
  }));
  const { inner: theirs, own } = (await kit.harness.call(asked, { id: 1 }, mona)) as Record<string, unknown>;
  expect(theirs).toEqual(own);
});

test.each([
  ['read', 'service_unavailable'],
  ['list', 'service_unavailable'],
  ['write', 'outcome_unknown'],
] as const)('a %s whose handler is too slow is %s at the deadline', async (kind, code) => {
  const asked = testOperation(kind);
  let finish = () => {};
  await serve(asked, () => new Promise((resolve) => (finish = () => resolve('late'))));
  const end = Date.now() + 300;
  const asking = kit.harness.call(asked, { id: 1 }, mona, { milliseconds: 300 });
  await expect(asking).rejects.toMatchObject({ code });
  expect(Date.now()).toBeGreaterThanOrEqual(end - 5);
  finish();
});

test('a call without a serving instance fails at once, not at the deadline', async () => {
  // Longer than a test may take.
  const milliseconds = 3_600_000;
  for (const kind of ['read', 'write'] as const) {
    const asking = kit.harness.call(testOperation(kind), { id: 1 }, mona, { milliseconds });
    await expect(asking).rejects.toMatchObject({ code: 'service_unavailable' });
  }
});

test('requests of each caller queue separately, and nested calls of a running request do not queue', async () => {
  const whole = testOperation();
  const part = testOperation();
  const begun: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const handlers = [
    defineHandler(part, async ({ actor }) => actor.displayName),
    defineHandler(whole, async (call) => {
      begun.push(call.actor.displayName);
      await released;
      return call.ask(part, { id: 1 });
    }),
  ];
  const limits = {
    atOnce: { get: 2, list: 1, write: 1, bulk: 1, import: 1 },
    maxWaiting: { get: 9, list: 9, write: 9, bulk: 9, import: 9 },
  };
  const server = await kit.harness.serve('records', handlers, { limits });
  const ask = (caller: Actor) => kit.harness.call(whole, { id: 1 }, caller);
  const ofMona = [ask(mona), ask(mona), ask(mona)];
  await until(async () => expect(begun).toEqual(['Mona']));
  const ofNils = ask(userActor(4, 'Nils'));
  await until(async () => expect(begun).toEqual(['Mona', 'Nils']));
  release();
  expect(await Promise.all([...ofMona, ofNils])).toEqual(['Mona', 'Mona', 'Mona', 'Nils']);
  await server.drain();
});

test('a request past its deadline is not sent', async () => {
  const { asked } = await counted();
  const late = kit.harness.call(asked, { id: 1 }, mona, { milliseconds: 0 });
  await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
  await expect(kit.harness.call(asked, { id: 1 }, mona)).resolves.toBe(1);
});

test.each([
  ['over', '1'],
  ['absent', ''],
  ['not a number', 'soon'],
])('a request with a deadline that is %s is not executed', async (_case, deadline) => {
  const served = await counted();
  const reply = await raw(served.asked, { deadline });
  expect(reply).toMatchObject({ code: 'service_unavailable', data: { status: 503 } });
  expect(served.calls).toBe(0);
});

test.each<[string, () => Promise<Forgery> | Forgery]>([
  ['without a signed actor', () => ({ token: '' })],
  ['without a MAC', () => ({ mac: '' })],
  ['with a malformed MAC', () => ({ mac: 'gateway.a.b.c.d' })],
  ['with another input', () => ({ sealed: { input: Buffer.from('{"id":2}') } })],
  ['for another operation', () => ({ sealed: { operation: { name: 'records.other' } } })],
  ['of another actor', () => ({ envelope: { actorToken: 'e.y.J' } })],
  ['until another moment', () => ({ envelope: { deadline: 1 } })],
  ['under another idempotency key', () => ({ envelope: { idempotencyKey: 'k-1' } })],
  ['with a deadline beyond the maximum', () => ({ deadline: String(Date.now() + 120_000) })],
  ['of a service that is not among its callers', () => ({ from: 'search' })],
  ['signed with unknown keys', async () => ({ keyring: (await newKeyrings()).gateway })],
  ['of a service that claims to be the gateway', async () => ({ mac: await sealedAs('gateway', 'search') })],
  [
    'with the system actor of another service',
    async () => ({ token: await tokenOf('admin'), from: 'comments' }),
  ],
])('a request %s is refused as not_trusted and logged', async (_case, forge) => {
  const served = await counted();
  const reply = await raw(served.asked, await forge());
  expect(reply).toMatchObject({ code: 'not_trusted', data: { status: 403 } });
  expect(served.calls).toBe(0);
  expect(lines.filter(({ level }) => level === 40)).toHaveLength(1);
});

test('a replayed request is refused', async () => {
  const served = await counted();
  const heard: Msg[] = [];
  const listening = kit.harness.bus.subscribe(operationSubject(served.asked), {
    callback: (_error, message) => void heard.push(message),
  });
  await kit.harness.bus.flush();
  await expect(kit.harness.call(served.asked, { id: 1 }, mona)).resolves.toBe(1);
  listening.unsubscribe();
  for (const { subject, data, headers: sent = headers() } of heard) {
    const again = await kit.harness.bus.request(subject, data, { headers: sent, timeout: 5_000 });
    expect(again.json()).toMatchObject({ code: 'not_trusted' });
  }
  expect([heard.length, served.calls]).toEqual([1, 1]);
});

test.each(['gateway', 'comments'] as const)(
  'a reply to %s that the serving service did not sign is refused',
  async (asker) => {
    const asked = {
      ...testOperation(),
      audience: asker === 'gateway' ? ('service' as const) : ('caller' as const),
    };
    const answer = headers();
    answer.set(wire.outcome, 'ok');
    answer.set(wire.status, '200');
    const forging = kit.harness.bus.subscribe(operationSubject(asked), {
      callback: (_error, message) => void message.respond('{"allowed":true}', { headers: answer }),
    });
    await kit.harness.bus.flush();
    await expect(kit.harness.call(asked, { id: 1 }, systemActor(asker))).rejects.toMatchObject({
      code: 'not_trusted',
      message: 'The answer is not signed by the records service.',
    });
    forging.unsubscribe();
  },
);

test('an operation for services is refused to callers', async () => {
  const served = await counted({ ...testOperation('write'), audience: 'service' });
  const { asked } = served;
  const refused = { code: 'not_trusted', status: 403 };
  for (const actor of [mona, { ...mona, kind: 'site_link' as const }])
    await expect(kit.harness.call(asked, { id: 1 }, actor)).rejects.toMatchObject(refused);
  expect(served.calls).toBe(0);
  await expect(kit.harness.call(asked, { id: 1 }, systemActor('admin'))).resolves.toBe(1);
});

test('a refusal reaches the caller with its code, status and data', async () => {
  const asked = testOperation('write');
  await serve(asked, async () => {
    throw new ServiceError('update_post', 'No.', { status: 403, data: { field: 'name' } });
  });
  const error: unknown = await kit.harness.call(asked, { id: 1 }, mona).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code: 'update_post', status: 403, message: 'No.', data: { field: 'name' } });
});

test('an unexpected error is internal_error to the caller, and is logged in full with the request id', async () => {
  const asked = testOperation();
  let requestId = '';
  await serve(asked, async (call) => {
    requestId = call.requestId;
    throw new TypeError('the secret inner life');
  });
  const error = await kit.harness.call(asked, { id: 1 }, mona).catch((caught: ServiceError) => caught);
  expect(error).toMatchObject({ code: 'internal_error', status: 500 });
  expect(JSON.stringify((error as ServiceError).toBody())).not.toContain('inner life');
  expect(lines.find(({ level }) => level === 50)).toMatchObject({
    requestId,
    operation: asked.name,
    err: { type: 'TypeError', message: 'the secret inner life', stack: expect.stringContaining('at ') },
  });
});

test('an answer that cannot be serialized is internal_error, and the next request is served', async () => {
  const asked = testOperation();
  const answers: unknown[] = ['fine', undefined, 1n];
  await serve(asked, async () => answers.pop());
  for (const _ of [1, 2])
    await expect(kit.harness.call(asked, { id: 1 }, mona)).rejects.toMatchObject({ code: 'internal_error' });
  await expect(kit.harness.call(asked, { id: 1 }, mona)).resolves.toBe('fine');
});

test('two instances share the requests', async () => {
  const asked = testOperation();
  await serve(asked, async () => 'one');
  await serve(asked, async () => 'two');
  const asking = Array.from({ length: 60 }, (_, id) => kit.harness.call(asked, { id }, mona));
  expect(new Set(await Promise.all(asking))).toEqual(new Set(['one', 'two']));
});

test('a draining instance answers its pending requests, and no request is lost', async () => {
  const asked = testOperation('write');
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let taken = 0;
  const held = await serve(asked, async () => {
    taken += 1;
    await gate;
    return 'drained';
  });
  const early = Array.from({ length: 20 }, (_, id) => kit.harness.call(asked, { id }, mona));
  await until(() => expect(taken).toBe(20));
  await serve(asked, async () => 'stays');

  const late: Promise<unknown>[] = [];
  const callSome = async () => {
    for (let count = 0; count < 50; count += 1) {
      late.push(kit.harness.call(asked, { id: count }, mona));
      await new Promise(setImmediate);
    }
  };
  await callSome();
  const drained = held.drain();
  await callSome();
  open();
  await drained;

  expect(new Set(await Promise.all(early))).toEqual(new Set(['drained']));
  // Which of the two gets a call is the bus's choice.
  const answers = await Promise.all(late);
  expect(answers).toContain('stays');
  expect(answers.filter((answer) => answer !== 'drained' && answer !== 'stays')).toEqual([]);
  await expect(kit.harness.call(asked, { id: 1 }, mona)).resolves.toBe('stays');
});

test('an instance with a closed connection can be drained', async () => {
  const context = await kit.harness.context('records');
  const handlers = [defineHandler(testOperation(), async () => 1)];
  const server = new OperationServer({ ...context, connection: context.bus, handlers, deps: undefined });
  await context.bus.close();
  await expect(server.drain()).resolves.toBeUndefined();
});

test('a request without a reply subject does not disturb later requests', async () => {
  const asked = testOperation();
  await serve(asked, async () => 'answered');
  kit.harness.bus.publish(operationSubject(asked), Buffer.from('{"id":1}'));
  await expect(kit.harness.call(asked, { id: 1 }, mona)).resolves.toBe('answered');
});

/** What a request says, and what of it is another thing than what it was sealed for. */
interface Forgery {
  readonly from?: Identity;
  readonly keyring?: Keyring;
  readonly deadline?: string;
  readonly token?: string;
  readonly mac?: string;
  readonly sealed?: Partial<Parameters<RequestSealer['seal']>[0]>;
  readonly envelope?: Partial<Envelope>;
}

/** Sends a request as it is described, and answers the reply's body. */
async function raw(asked: Operation, forgery: Forgery): Promise<unknown> {
  const keyring = forgery.keyring ?? (await kit.harness.context(forgery.from ?? 'gateway')).keyring;
  const token = forgery.token ?? (await tokenOf('gateway'));
  const deadline = forgery.deadline ?? String(Deadline.after().at);
  const sent = headers();
  sent.set(wire.actor, token);
  sent.set(wire.requestId, 'r-1');
  if (deadline !== '') sent.set(wire.deadline, deadline);
  const input = Buffer.from('{"id":1}');
  const envelope = { ...fromHeaders(sent), ...forgery.envelope };
  const request = { operation: asked, envelope, input, ...forgery.sealed };
  sent.set(wire.mac, forgery.mac ?? new RequestSealer(keyring).seal(request).header);
  const options = { headers: sent, timeout: 5_000 };
  return (await kit.harness.bus.request(operationSubject(asked), input, options)).json();
}

/** The actor that an identity names: Mona for the gateway, else itself. */
async function tokenOf(identity: Identity): Promise<string> {
  const { keyring } = await kit.harness.context(identity);
  return new ActorSigner(keyring).sign(identity === 'gateway' ? mona : systemActor(identity));
}

/** The header of a request that one identity seals in another one's name. */
async function sealedAs(name: Identity, by: Identity): Promise<string> {
  const { keyring } = await kit.harness.context(by);
  const envelope = { ...fromHeaders(headers()), deadline: Deadline.after().at };
  const request = { operation: testOperation(), envelope, input: Buffer.from('{"id":1}') };
  return new RequestSealer(keyring).seal(request).header.replace(by, name);
}
