import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Deadline } from '@svc/service-kit';

/** The largest batch. */
const maxTogether = 100;
/** A batch of this size is a sign of load: then a pause, in milliseconds, makes the next one larger. */
const busy = 3;
const pause = 1;
/** The next batch does not wait longer than this, in milliseconds, for the one before. */
const timeoutMs = 50;

interface Waiting<Question> {
  readonly question: Question;
  readonly deadline: Deadline;
}

/** Answers several questions at once, in their order. */
export type ReadTogether<Question, Found> = (
  questions: readonly Question[],
  deadline: Deadline,
) => Promise<readonly Found[]>;

/**
 * Batches small reads of one kind. Those of one turn of the event loop are one query, and those that come while it runs are the next: a
 * single read does not wait for others, and under load one query answers many.
 */
export class BatchedReads<Question, Found> {
  readonly #loader: DataLoader<Waiting<Question>, Found>;
  /** Settled when all that had to wait has been asked. */
  #asked: Promise<void> = Promise.resolve();
  /** Settled when nobody waits for the last read any more. */
  #read: Promise<void> = Promise.resolve();

  constructor(read: ReadTogether<Question, Found>) {
    this.#loader = new DataLoader(
      async (together) => {
        const questions = together.map(({ question }) => question);
        const found = read(questions, latest(together));
        this.#read = Promise.race([answered(found, together.length), delay(timeoutMs)]);
        return found;
      },
      { cache: false, maxBatchSize: maxTogether, batchScheduleFn: (ask) => this.#schedule(ask) },
    );
  }

  /** What one question finds. Its error is that of all that were asked with it. */
  of(question: Question, deadline: Deadline): Promise<Found> {
    return this.#loader.load({ question, deadline });
  }

  /** Requests that came together ask in the same turn of the event loop. */
  #schedule(ask: () => void): void {
    setImmediate(() => {
      this.#asked = this.#asked.then(() => this.#read).then(ask);
    });
  }
}

/** Under load those who were answered together come again together, and more with them. */
async function answered(found: Promise<unknown>, questions: number): Promise<void> {
  await found.catch(() => undefined);
  if (questions >= busy) await delay(pause);
}

/** The latest deadline of the batch: nobody is refused because another has less time, whose own caller answers in time. */
function latest(together: readonly Waiting<unknown>[]): Deadline {
  const deadlines = together.map(({ deadline }) => deadline);
  return deadlines.reduce((last, each) => (each.at > last.at ? each : last));
}
