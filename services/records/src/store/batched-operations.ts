import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Deadline } from '@svc/service-kit';

const maxTogether = 100;
/** A batch of this size indicates load: then a pause, in milliseconds, makes the next one larger. */
const busy = 3;
const pause = 1;
/** Maximum time, in milliseconds, that a batch waits for the one before. */
const timeoutMs = 50;

interface Waiting<Question> {
  readonly question: Question;
  readonly deadline: Deadline;
}

/**
 * Batches small reads, or small writes, of one kind. All operations of one turn of the event loop form one command, and those that arrive
 * while it runs form the next: a single one does not wait, and under load one command serves many.
 */
export class BatchedOperations<Question, Found> {
  readonly #loader: DataLoader<Waiting<Question>, Found>;
  /** Settled when all waiting batches have been sent. */
  #asked: Promise<void> = Promise.resolve();
  /** Settled when the next batch no longer has to wait for the last one. */
  #read: Promise<void> = Promise.resolve();

  /** @param read answers several queries at once, in their order. */
  constructor(read: (questions: readonly Question[], deadline: Deadline) => Promise<readonly Found[]>) {
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

  /** The result of one query. An error of the batch is the error of each of its queries. */
  of(question: Question, deadline: Deadline): Promise<Found> {
    return this.#loader.load({ question, deadline });
  }

  /** Requests that arrive together read in the same turn of the event loop. */
  #schedule(ask: () => void): void {
    setImmediate(() => {
      this.#asked = this.#asked.then(() => this.#read).then(ask);
    });
  }
}

/** Under load, callers that were answered together read again together, joined by others. */
async function answered(found: Promise<unknown>, questions: number): Promise<void> {
  await found.catch(() => undefined);
  if (questions >= busy) await delay(pause);
}

/** The latest deadline of the batch, so that no query fails because of another one's shorter deadline, which its own caller enforces. */
function latest(together: readonly Waiting<unknown>[]): Deadline {
  const deadlines = together.map(({ deadline }) => deadline);
  return deadlines.reduce((last, each) => (each.at > last.at ? each : last));
}
