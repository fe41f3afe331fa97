import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsGet, recordsList } from '@svc/contracts';
import { dispatcher, multiplier, RecordsHarness } from './testing/records-harness.ts';

let harness: RecordsHarness;
let ids: number[];
const batch = 2_000;
const records = 20_000;
const listsAtOnce = 64;
const getsInARow = 60;
const maxRounds = 8;
const bound = 4;

beforeAll(async () => {
  harness = await RecordsHarness.open({ isAlone: true });
  await harness.start();
  const seeded: number[] = [];
  for (let count = 0; count < records; count += batch) {
    const fields = { type: 'access', nickname: `Nick ${count}` };
    seeded.push(...(await harness.seed('contacts', batch, { fields })));
  }
  ids = seeded;
});

afterAll(() => harness?.close());

test('slow lists of one caller, 64 at a time, make the gets of another take less than four times as long', async () => {
  await getsOf(multiplier(3));
  // What else a machine does hits some rounds, and never makes one look better than it is.
  let best = Infinity;
  for (let round = 0; round < maxRounds && best >= bound; round += 1) {
    const alone = await getsOf(multiplier(3));
    const crowd = new Crowd();
    await crowd.begun;
    const crowded = await getsOf(multiplier(3));
    await crowd.end();
    best = Math.min(best, crowded / alone);
  }
  expect(best).toBeLessThan(bound);
});

/** Milliseconds of the slowest but one of some gets, one after the other. */
async function getsOf(caller: ReturnType<typeof multiplier>): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < getsInARow; number += 1) {
    const since = performance.now();
    const id = ids[(number * 97) % ids.length] as number;
    await harness.ask(recordsGet, { post_type: 'contacts', id }, caller);
    times.push(performance.now() - since);
  }
  return times.toSorted((one, other) => other - one)[1] as number;
}

/** Somebody who sends lists that look at every record, as many as that at any time, refused or not. */
class Crowd {
  #isOver = false;
  #begin = () => {};
  readonly begun = new Promise<void>((resolve) => (this.#begin = resolve));
  readonly #senders: readonly Promise<void>[];

  constructor() {
    this.#senders = Array.from({ length: listsAtOnce }, async (_, sender) => {
      for (let number = 0; !this.#isOver; number += 1) await this.#list(`no ${sender} ${number}`);
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#senders);
  }

  async #list(nickname: string): Promise<void> {
    const query = { nickname: [nickname], sort: 'nickname' };
    await harness
      .ask(recordsList, { post_type: 'contacts', query }, dispatcher(5))
      .catch((error: unknown) => expect(error).toMatchObject({ status: 503 }));
    this.#begin();
  }
}
