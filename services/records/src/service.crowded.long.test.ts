import { beforeAll, expect, test } from '@jest/globals';
import { recordsGet, recordsList } from '@svc/contracts';
import { dispatcher, harnessOfSuite, multiplier } from './testing/records-harness.ts';

const harness = harnessOfSuite({ isAlone: true });
let ids: number[];
const listsAtOnce = 64;
const getsInARow = 60;
/** The default of `LIST_QUERIES_AT_ONCE`. */
const listsInTurn = 4;

beforeAll(async () => {
  ids = await harness.seed('contacts', 20_000, { fields: { type: 'access', nickname: 'Nick' } });
});

test('a get does not wait for 64 concurrent slow lists of another caller', async () => {
  const crowd = new Crowd();
  await crowd.begun;
  // Of each get: the lists that were answered while it waited. That does not depend on how fast the machine is.
  const overtaken: number[] = [];
  for (let number = 0; number < getsInARow; number += 1) {
    const before = crowd.answered;
    const id = ids[(number * 97) % ids.length] as number;
    await harness.ask(recordsGet, { post_type: 'contacts', id }, multiplier(3));
    overtaken.push(crowd.answered - before);
  }
  await crowd.end();
  expect(crowd.answered).toBeGreaterThan(0);
  expect(Math.max(...overtaken)).toBeLessThanOrEqual(listsInTurn);
});

/** Somebody who sends lists that look at every record, as many as that at any time, refused or not. */
class Crowd {
  /** Lists that were not refused. */
  answered = 0;
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
    await harness.ask(recordsList, { post_type: 'contacts', query }, dispatcher(5)).then(
      () => {
        this.answered += 1;
      },
      (error: unknown) => expect(error).toMatchObject({ status: 503 }),
    );
    this.#begin();
  }
}
