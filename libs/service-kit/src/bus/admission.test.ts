import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineOperation, type Actor, type Operation } from '@svc/contracts';
import { until, userActor } from '../testing/index.ts';
import { StackHarness } from '../testing/stack-harness.ts';
import { defineHandler } from './call.ts';
import { OperationServer } from './operation-server.ts';

let kit: StackHarness;

beforeAll(async () => {
  kit = await StackHarness.open();
});

afterAll(() => kit?.close());

const operation = (name: 'records.whole' | 'records.part'): Operation<object, string> =>
  defineOperation({
    name,
    kind: 'read',
    audience: 'caller',
    callers: ['gateway', 'records'],
    summary: 'A test.',
    input: z.object({}),
    output: z.string(),
    errors: [],
  });

test('who sends much waits in their own line, and what a service asks for a request that was let in never waits', async () => {
  const whole = operation('records.whole');
  const part = operation('records.part');
  const begun: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const handlers = [
    defineHandler(part, async ({ actor }) => actor.displayName),
    defineHandler(whole, async (call) => {
      begun.push(call.actor.displayName);
      await released;
      return call.ask(part, {});
    }),
  ];
  const limits = { atOnce: { get: 2, list: 1, write: 1, bulk: 1 }, maxWaiting: 9 };
  const { bus, ...context } = await kit.harness.context('records');
  const server = new OperationServer({ ...context, connection: bus, handlers, deps: undefined, limits });
  await bus.flush();
  const ask = (caller: Actor) => kit.harness.call(whole, {}, caller);
  const mona = userActor(3, 'Mona');
  const ofMona = [ask(mona), ask(mona), ask(mona)];
  await until(async () => expect(begun).toEqual(['Mona']));
  const ofNils = ask(userActor(4, 'Nils'));
  await until(async () => expect(begun).toEqual(['Mona', 'Nils']));
  release();
  expect(await Promise.all([...ofMona, ofNils])).toEqual(['Mona', 'Mona', 'Mona', 'Nils']);
  await server.drain();
});
