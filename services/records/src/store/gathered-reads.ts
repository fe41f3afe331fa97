import { setTimeout as delay } from 'node:timers/promises';
import type { Deadline } from '@svc/service-kit';

/** At most so many questions go together. */
const mostTogether = 100;
/** So many at once are a sign of load: then it is worth a pause, in milliseconds, to gather more. */
const busy = 3;
const pause = 1;
/** What takes longer than this, in milliseconds, keeps nobody else waiting. */
const patience = 50;

interface Waiting<Question, Found> {
  readonly question: Question;
  readonly deadline: Deadline;
  readonly answer: (found: Found) => void;
  readonly fail: (error: unknown) => void;
}

/** Answers several questions at once, in their order. */
export type ReadTogether<Question, Found> = (
  questions: readonly Question[],
  deadline: Deadline,
) => Promise<readonly Found[]>;

/**
 * Small questions of one kind to the database. Those of one turn of the event loop are asked together, and after them those that came
 * meanwhile: who comes alone does not wait for others, and under load one query answers many.
 */
export class GatheredReads<Question, Found> {
  readonly #read: ReadTogether<Question, Found>;
  readonly #waiting: Waiting<Question, Found>[] = [];
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(read: ReadTogether<Question, Found>) {
    this.#read = read;
  }

  /** What one question finds. Its error is that of all that were asked with it. */
  of(question: Question, deadline: Deadline): Promise<Found> {
    return new Promise((answer, fail) => {
      this.#waiting.push({ question, deadline, answer, fail });
      if (performance.now() - this.#startedAt <= patience) return;
      this.#startedAt = performance.now();
      // Requests that came together ask in the same turn of the event loop.
      setImmediate(() => void this.#readAll());
    });
  }

  async #readAll(): Promise<void> {
    for (;;) {
      const together = this.#waiting.splice(0, mostTogether);
      if (together.length === 0) break;
      const startedAt = (this.#startedAt = performance.now());
      await this.#answer(together);
      // Under load those who were answered together come again together, and more with them.
      if (together.length >= busy) await delay(pause);
      // Somebody did not wait for this one, and goes on with the others.
      if (this.#startedAt !== startedAt) return;
    }
    this.#startedAt = Number.NEGATIVE_INFINITY;
  }

  async #answer(together: readonly Waiting<Question, Found>[]): Promise<void> {
    try {
      const questions = together.map(({ question }) => question);
      const found = await this.#read(questions, latest(together));
      for (const [index, { answer }] of together.entries()) answer(found[index] as Found);
    } catch (error) {
      for (const { fail } of together) fail(error);
    }
  }
}

/** Nobody is refused because another one has less time; who has, is answered by whoever called him. */
function latest(together: readonly { readonly deadline: Deadline }[]): Deadline {
  const deadlines = together.map(({ deadline }) => deadline);
  return deadlines.reduce((last, each) => (each.at > last.at ? each : last));
}
