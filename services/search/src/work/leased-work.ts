import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mongo, type Model, type QueryFilter } from 'mongoose';
import type { Logger } from '@svc/service-kit';
import { whoseFault } from '../engine/whose-fault.ts';
import { HeldWork, lease, WorkFailed, WorkLost } from './held-work.ts';
import type { Work } from './work.ts';

/** How often is looked for work that nobody does, and how soon it is tried again, in milliseconds. */
const pause = 1_000;
/** So often in a row nobody has to know that somebody can not be reached: services start, and are started anew. */
const patientTries = 10;
/** So often in a row it may fail by its own fault without getting on. */
const mostFailures = 3;

interface LeasedWorkOptions<Progress> {
  readonly model: Model<Work>;
  readonly kind: Work['_id'];
  /** Goes on where `progress` says, to the end. */
  readonly carryOut: (held: HeldWork<Progress>) => Promise<void>;
  readonly log: Logger;
  /** Which work this instance takes at a time in milliseconds; any unless it says otherwise. */
  readonly takes?: (now: number) => QueryFilter<Work>;
}

/**
 * A long piece of work that one instance does at a time. Where one dies or stops, another goes on from what is written
 * down; who can not be reached is waited for.
 */
export class LeasedWork<Progress> {
  readonly #options: LeasedWorkOptions<Progress>;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  #held: HeldWork<Progress> | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(options: LeasedWorkOptions<Progress>) {
    this.#options = options;
  }

  /** The work as it is now, or was the last time; undefined before the first time. */
  async state(): Promise<Work<Progress> | undefined> {
    const { model, kind } = this.#options;
    return (await model.findById(kind).lean<Work<Progress>>()) ?? undefined;
  }

  /**
   * Begins it, unless it is under way, or has begun after `unlessSince`. Whoever looks next does it.
   * Answers how it stands, and whether this has begun it.
   */
  async begin(progress: Progress, unlessSince?: Date): Promise<{ work: Work<Progress>; hasBegun: boolean }> {
    const { model, kind } = this.#options;
    const run = randomBytes(6).toString('hex');
    const now = new Date();
    const begun = { run, begunAt: now, holder: '', heldUntil: now, worked: 0, progress };
    const isOver = { endedAt: { $exists: true } };
    const filter = { _id: kind, ...isOver, ...(unlessSince && { begunAt: { $lt: unlessSince } }) };
    const gone = { endedAt: 1, failure: 1, waitsFor: 1 };
    await model.updateOne(filter, { $set: begun, $unset: gone }, { upsert: true }).catch(unlessThere);
    const work = (await this.state()) as Work<Progress>;
    return { work, hasBegun: work.run === run };
  }

  /** Starts to look for it. */
  start(): void {
    this.#working = this.#keepLooking();
  }

  /** Leaves it to other instances at its next step. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#held?.askToLeave();
    await this.#working;
  }

  async #keepLooking(): Promise<void> {
    const { log, kind } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        const held = await this.#take();
        if (held) await this.#workOn(held);
      } catch (error) {
        log.warn({ err: error, kind }, 'work on the index can not be looked at; it will be tried again');
      }
      await this.#rest();
    }
  }

  async #take(): Promise<HeldWork<Progress> | undefined> {
    const { model, kind, takes } = this.#options;
    const now = Date.now();
    const isFree = { endedAt: { $exists: false }, heldUntil: { $lte: new Date(now) } };
    const work = await model
      .findOneAndUpdate(
        { _id: kind, ...isFree, ...takes?.(now) },
        { $set: { holder: this.#holder, heldUntil: new Date(now + lease) } },
        { returnDocument: 'after' },
      )
      .lean<Work<Progress>>();
    return work ? new HeldWork(model, work) : undefined;
  }

  async #workOn(held: HeldWork<Progress>): Promise<void> {
    this.#held = held;
    const { log, kind } = this.#options;
    try {
      await this.#insist(held);
    } catch (error) {
      if (!(error instanceof WorkLost)) throw error;
      log.info({ kind, run: held.run }, 'work on the index is left to another instance');
      await held.leave().catch(() => undefined);
    } finally {
      held.drop();
      this.#held = undefined;
    }
  }

  async #insist(held: HeldWork<Progress>): Promise<void> {
    const { carryOut, log, kind } = this.#options;
    let failures = 0;
    let tries = 0;
    let progress = held.progress;
    for (;;) {
      try {
        await carryOut(held);
        await held.end();
        log.info({ kind, run: held.run }, 'work on the index is done');
        return;
      } catch (error) {
        if (error instanceof WorkLost || held.leaving.aborted) throw new WorkLost();
        if (whoseFault(error) === 'entry') failures = held.progress === progress ? failures + 1 : 1;
        if (held.progress !== progress) tries = 0;
        progress = held.progress;
        const facts = { err: error, kind, run: held.run };
        if (error instanceof WorkFailed || failures === mostFailures) {
          log.error(facts, 'work on the index has failed');
          return held.end(messageOf(error));
        }
        tries += 1;
        const level = tries > patientTries ? 'warn' : 'info';
        log[level](facts, 'work on the index does not get on; it will be tried again');
        await held.waitFor(messageOf(error)).catch(unlessLost);
        await this.#rest();
      }
    }
  }

  async #rest(): Promise<void> {
    await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/** Two instances began it at the same time, or it is under way: the filter matched nothing and the upsert was refused. */
function unlessThere(error: unknown): void {
  const isThere = error instanceof mongo.MongoServerError && error.code === 11_000;
  if (!isThere) throw error;
}

/** That the database is away is no reason to give the work up. */
function unlessLost(error: unknown): void {
  if (error instanceof WorkLost) throw error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
