import { inBatches } from '../in-batches.ts';
import type { Logger } from '../log/create-logger.ts';
import { messageOf } from '../text/message-of.ts';
import { tracedJob } from './job-runs.ts';
import { ScheduledTask } from './scheduler.ts';
import type { HeldWork, StoredWork, WorkQueue } from './work-queue.ts';

/** How the pieces of a queue are done. Durations in milliseconds. */
interface WorkerOptions<Piece extends StoredWork> {
  readonly queue: WorkQueue<Piece>;
  /**
   * Does pieces and ends each. Pieces that it leaves open are given back, or repeated after a pause when it rejects. It may return the time
   * until which no piece could be done.
   */
  readonly run: (held: readonly HeldWork<Piece>[], stopping: AbortSignal) => Promise<Date | void>;
  /** Ends the pieces of a call of `run` that rejected; when absent, they are repeated after a pause. */
  readonly onRejected?: (held: readonly HeldWork<Piece>[], error: unknown) => Promise<void>;
  /** How many pieces one call of `run` gets, and how many calls are under way at a time; 1 when absent. */
  readonly batch?: number;
  readonly atOnce?: number;
  /** The longest pause between two looks at the queue: another instance may have ended after it queued a piece. */
  readonly everyMs: number;
  /** The pause after the queue could not be read; when absent, as long as the others. */
  readonly retryMs?: number;
  /** Called when no piece is due and none is being done. */
  readonly onIdle?: () => void;
  /** Called for each piece that another instance has abandoned. */
  readonly onLost?: (piece: Piece, outcome: string) => void;
  readonly log: Logger;
}

const notStored = 'failed to store the outcome of background work; will retry';

/** Does the pieces of a queue. Every instance runs one; several pieces are done at a time. */
export class Worker<Piece extends StoredWork> {
  readonly #options: WorkerOptions<Piece>;
  readonly #task: ScheduledTask;
  readonly #stopping = new AbortController();
  /** The calls of `run` that are under way, with their pieces. */
  readonly #calls = new Map<Promise<void>, readonly HeldWork<Piece>[]>();
  #restsUntil = new Date(0);

  constructor(options: WorkerOptions<Piece>) {
    this.#options = options;
    const { queue, everyMs, retryMs = everyMs, log } = options;
    this.#task = new ScheduledTask({
      everyMs,
      retryMs,
      log,
      run: () => this.#look(),
      failure: `failed to read the queue of the job ${queue.options.job}`,
      now: () => queue.now(),
    });
  }

  /** Begins with a first look at the queue. */
  start(): void {
    this.#task.wake();
  }

  /** To be called when a piece was queued that is due at this time, by default now. */
  wake(dueAt?: Date): void {
    if (dueAt) this.#task.wakeAt(dueAt);
    else this.#task.wake();
  }

  /** Takes no more pieces; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#task.stop();
    await Promise.all(this.#calls.keys());
  }

  /** Begins as many due pieces as may be done at a time; returns when to look again, unless the end of a piece causes that. */
  async #look(): Promise<Date | undefined> {
    const { queue, batch = 1, atOnce = 1, onIdle } = this.#options;
    await this.#endLost();
    while (!this.#stopping.signal.aborted && this.#calls.size < atOnce) {
      if (queue.now() < this.#restsUntil) return this.#restsUntil;
      const held = await queue.take((atOnce - this.#calls.size) * batch, this.#held());
      if (held.length === 0) {
        if (this.#calls.size === 0) onIdle?.();
        return queue.nextAt(this.#held());
      }
      for (const part of inBatches(held, batch)) this.#begin(part);
    }
    return undefined;
  }

  async #endLost(): Promise<void> {
    const { queue, onLost } = this.#options;
    for (;;) {
      const lost = await queue.endLost();
      if (!lost) return;
      onLost?.(lost.piece, lost.outcome);
    }
  }

  #begin(held: readonly HeldWork<Piece>[]): void {
    const call = this.#run(held).finally(() => {
      this.#calls.delete(call);
      this.#task.wake();
    });
    this.#calls.set(call, held);
  }

  async #run(held: readonly HeldWork<Piece>[]): Promise<void> {
    const { queue, run, log } = this.#options;
    const { job } = queue.options;
    try {
      const until = await tracedJob(job, () => run(held, this.#stopping.signal));
      if (until) this.#restsUntil = until;
      for (const each of held) if (each.isOpen) await each.giveBack();
    } catch (error) {
      // When the database is unavailable, the pieces are due again at the end of their leases.
      await this.#rejected(held, error).catch((err: unknown) => log.warn({ err, job }, notStored));
    }
  }

  async #rejected(held: readonly HeldWork<Piece>[], error: unknown): Promise<void> {
    const { queue, onRejected, log } = this.#options;
    if (onRejected) return onRejected(held, error);
    log.warn({ err: error, job: queue.options.job }, 'background work failed; will retry');
    for (const each of held) if (each.isOpen) await each.retry(messageOf(error));
  }

  #held(): Piece[] {
    return [...this.#calls.values()].flat().map(({ piece }) => piece);
  }
}
