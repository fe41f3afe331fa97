import { expect, test } from '@jest/globals';
import type { Actor } from '@svc/contracts';
import { until, userActor } from '../testing/index.ts';
import { stackOfSuite } from '../testing/stack-harness.ts';
import { testOperation } from '../testing/test-operation.ts';
import { defineHandler } from './call.ts';

const kit = stackOfSuite();

test('who sends much waits in their own line, and what a service asks for a request that was let in never waits', async () => {
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
  const limits = { atOnce: { get: 2, list: 1, write: 1, bulk: 1 }, maxWaiting: 9 };
  const server = await kit.harness.serve('records', handlers, { limits });
  const ask = (caller: Actor) => kit.harness.call(whole, { id: 1 }, caller);
  const mona = userActor(3, 'Mona');
  const ofMona = [ask(mona), ask(mona), ask(mona)];
  await until(async () => expect(begun).toEqual(['Mona']));
  const ofNils = ask(userActor(4, 'Nils'));
  await until(async () => expect(begun).toEqual(['Mona', 'Nils']));
  release();
  expect(await Promise.all([...ofMona, ofNils])).toEqual(['Mona', 'Mona', 'Mona', 'Nils']);
  await server.drain();
});
