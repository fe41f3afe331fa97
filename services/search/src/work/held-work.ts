import type { Model } from 'mongoose';
import type { Work } from './work.ts';

/** How long a piece of work belongs to the instance that has taken it, in milliseconds, and how often it says that it still does. */
export const lease = 6_000;
const renewal = 1_500;

/** Somebody else has taken the work, or it is over. */
export class WorkLost extends Error {
  override readonly name = 'WorkLost';

  constructor() {
    super('another instance goes on with this work');
  }
}

/** It can not be brought to an end, and trying again will not change that. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';
}

/** A piece of work in the hands of this instance. What it writes down counts only as long as it is. */
export class HeldWork<Progress> {
  readonly #model: Model<Work>;
  #work: Work<Progress>;
  #since = Date.now();
  #timer: NodeJS.Timeout | undefined;
  readonly #leaving = new AbortController();

  constructor(model: Model<Work>, work: Work<Progress>) {
    this.#model = model;
    this.#work = work;
    this.#timer = setInterval(() => void this.#write({}).catch(() => undefined), renewal);
  }

  /** Comes when the service stops: the work is left to another instance at the next step. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Has it left at its next step. */
  askToLeave(): void {
    this.#leaving.abort();
  }

  get run(): string {
    return this.#work.run;
  }

  get progress(): Progress {
    return this.#work.progress;
  }

  /** Writes down how far it is. @throws WorkLost; then nothing more is to be done. */
  async save(progress: Partial<Progress>): Promise<void> {
    this.#work = { ...this.#work, progress: { ...this.progress, ...progress } };
    await this.#write({ progress: this.progress, waitsFor: null });
    if (this.leaving.aborted) throw new WorkLost();
  }

  /** Makes sure that it still is in these hands. @throws WorkLost */
  async confirm(): Promise<void> {
    await this.#write({});
  }

  /** Writes down why it does not get on. @throws WorkLost */
  async waitFor(reason: string): Promise<void> {
    await this.#write({ waitsFor: reason });
  }

  /** It is over, for good or with a failure. */
  async end(failure?: string): Promise<void> {
    await this.#write({ endedAt: new Date(), waitsFor: null, ...(failure !== undefined && { failure }) });
    this.drop();
  }

  /** Any other instance may go on with it at once. */
  async leave(): Promise<void> {
    this.drop();
    await this.#write({}, new Date());
  }

  /** Says no longer that it is in these hands. */
  drop(): void {
    clearInterval(this.#timer);
  }

  async #write(
    { waitsFor, ...changes }: { waitsFor?: string | null } & Partial<Omit<Work, 'waitsFor'>>,
    heldUntil = new Date(Date.now() + lease),
  ): Promise<void> {
    const now = Date.now();
    const { _id, run, holder } = this.#work;
    const { matchedCount } = await this.#model.updateOne(
      { _id, run, holder, endedAt: { $exists: false } },
      {
        $set: { ...changes, heldUntil, ...(typeof waitsFor === 'string' && { waitsFor }) },
        ...(waitsFor === null && { $unset: { waitsFor: 1 } }),
        $inc: { worked: now - this.#since },
      },
    );
    if (matchedCount === 0) throw new WorkLost();
    this.#since = now;
  }
}
