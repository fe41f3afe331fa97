import { afterEach, expect, jest, test } from '@jest/globals';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import { userActor } from '@svc/testing';
import { Deadline } from '../time/deadline.ts';
import { FairQueue, turnOf, type FairQueueOptions } from './fair-queue.ts';
import { RecentCallers } from './recent-callers.ts';

const amina = userActor(1, 'Amina');
const bernd = userActor(2, 'Bernd');

const benches: Bench[] = [];

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.endAll();
});

/** A queue whose work ends when it is told to. */
class Bench {
  readonly metrics = new ServiceMetrics('records');
  readonly started: string[] = [];
  readonly #queue: FairQueue;
  readonly #ends = new Map<string, () => void>();

  constructor(
    limits: Pick<FairQueueOptions, 'atOnce' | 'slowMs' | 'besideOthers'> & { readonly maxWaiting?: number },
  ) {
    this.#queue = new FairQueue({ name: 'list', maxWaiting: 100, metrics: this.metrics, ...limits });
    benches.push(this);
  }

  send(name: string, actor = amina, deadline = Deadline.after(60_000)): Promise<string> {
    return this.#queue.run(turnOf({ actor, deadline }), () => {
      this.started.push(name);
      return new Promise((resolve) => this.#ends.set(name, () => resolve(name)));
    });
  }

  async end(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.#ends.get(name)?.();
      await new Promise(setImmediate);
    }
  }

  async endAll(): Promise<void> {
    let ended = -1;
    while (ended < this.started.length) {
      ended = this.started.length;
      await this.end(...this.started);
    }
  }
}

test('requests of one caller take all places but one, and the others follow in order', async () => {
  const bench = new Bench({ atOnce: 3 });
  const answers = ['1', '2', '3', '4'].map((name) => bench.send(name));
  expect(bench.started).toEqual(['1', '2']);
  await bench.end('2', '1', '3', '4');
  expect(bench.started).toEqual(['1', '2', '3', '4']);
  expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4']);
});

test('the caller with the fewest running requests is next', async () => {
  const bench = new Bench({ atOnce: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bench.send(name, amina);
  for (const name of ['b1', 'b2']) void bench.send(name, bernd);
  expect(bench.started).toEqual(['a1', 'b1']);
  await bench.end('b1', 'a1', 'b2', 'a2');
  expect(bench.started).toEqual(['a1', 'b1', 'b2', 'a2', 'a3']);
});

test('callers take turns, even when one of them sends more', async () => {
  const bench = new Bench({ atOnce: 1 });
  for (const name of ['a1', 'a2', 'a3']) void bench.send(name, amina);
  for (const name of ['b1', 'b2']) void bench.send(name, bernd);
  await bench.end('a1', 'a2', 'b1', 'a3', 'b1', 'b2', 'a3');
  expect(bench.started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('a failed request frees its place', async () => {
  const queue = new FairQueue({
    name: 'list',
    atOnce: 1,
    maxWaiting: 9,
    metrics: new ServiceMetrics('records'),
  });
  const turn = { caller: 'a', deadline: Deadline.after() };
  const fails = queue.run(turn, () => Promise.reject(new Error('no')));
  const works = queue.run(turn, () => Promise.resolve('yes'));
  await expect(fails).rejects.toThrow('no');
  expect(await works).toBe('yes');
});

test('a full queue refuses the newest request of the caller with the most waiting requests', async () => {
  const bench = new Bench({ atOnce: 1, maxWaiting: 3 });
  void bench.send('a1', amina);
  void bench.send('a2');
  void bench.send('a3');
  const last = bench.send('a4');
  const late = bench.send('b1', bernd);
  await expect(last).rejects.toMatchObject({ code: 'service_unavailable' });
  await bench.end('a1', 'a2', 'b1');
  expect(await late).toBe('b1');
  expect(bench.started).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(await bench.metrics.registry.metrics()).toMatch(
    /svc_queue_shed_total{queue="list",reason="full".*} 1\n/,
  );
});

test('a request that cannot meet its deadline is refused before the deadline, and is never started', async () => {
  const bench = new Bench({ atOnce: 1 });
  void bench.send('first');
  const deadline = Deadline.after(300);
  await expect(bench.send('late', amina, deadline)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(deadline.isOver).toBe(false);
  await bench.end('first');
  expect(bench.started).toEqual(['first']);
});

test('the queue keeps no entry for a caller whose only request was refused', async () => {
  const sets = jest.spyOn(Map.prototype, 'set');
  const bench = new Bench({ atOnce: 1 });
  void bench.send('first', amina);
  await expect(bench.send('late', bernd, Deadline.after(0))).rejects.toMatchObject({ status: 503 });
  const lines = (sets.mock.contexts as Map<unknown, unknown>[]).find((map) => map.has('user 1'));
  sets.mockRestore();
  expect([...(lines?.keys() ?? [])]).toEqual(['user 1']);
});

test('a caller with slow requests gets one place, and other callers keep theirs', async () => {
  const bench = new Bench({ atOnce: 4, slowMs: 0 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bench.send(name, amina);
  expect(bench.started).toEqual(['a1', 'a2', 'a3']);
  await bench.end('a1', 'a2');
  expect(bench.started).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['b1', 'b2', 'b3']) void bench.send(name, bernd);
  await bench.end('a3');
  expect(bench.started).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'a4']);
});

test('a caller has fewer places while others send requests, and all again when they stop', async () => {
  const callers = new RecentCallers();
  const bench = new Bench({ atOnce: 8, besideOthers: { ofCaller: 2, callers } });
  callers.note('user 1');
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void bench.send(name, amina);
  expect(bench.started).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  callers.note('user 2');
  for (const name of ['a7', 'a8', 'a9']) void bench.send(name, amina);
  await bench.end('a1', 'a2', 'a3', 'a4');
  expect(bench.started).toHaveLength(6);
  await bench.end('a5');
  expect(bench.started.slice(6)).toEqual(['a7']);
  callers.note('user 2', performance.now() - 5_000);
  await bench.end('a6');
  expect(bench.started.slice(6)).toEqual(['a7', 'a8', 'a9']);
});
