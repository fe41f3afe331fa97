/**
 * Runs a piece of work for many callers, once at a time. A run under way may have missed the latest writes, so callers that arrive during it
 * share the next one.
 */
export class SharedRuns<Result> {
  readonly #work: () => Promise<Result>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Result> | undefined;

  /** @param work must not reject. */
  constructor(work: () => Promise<Result>) {
    this.#work = work;
  }

  /** The result of a run that begins after this call. */
  next(): Promise<Result> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const run = this.#work();
      this.#running = run;
      return run;
    });
    return this.#next;
  }
}
