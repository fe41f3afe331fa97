/**
 * Runs a piece of work for many callers, once at a time. A run under way may have missed the latest writes, so callers that arrive during it
 * share the next one.
 */
export class SharedRuns<Result> {
  readonly #work: () => Promise<Result>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Result> | undefined;
  /** The run that began last: when, as milliseconds of `performance.now()`. */
  #last: { readonly at: number; readonly result: Promise<Result> } | undefined;

  /** @param work must not reject. */
  constructor(work: () => Promise<Result>) {
    this.#work = work;
  }

  /** The result of a run that begins after this call, or has begun at `asOf` or later. */
  next(asOf = Infinity): Promise<Result> {
    if (this.#last && this.#last.at >= asOf) return this.#last.result;
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const at = performance.now();
      const result = this.#work();
      this.#last = { at, result };
      this.#running = result;
      return result;
    });
    return this.#next;
  }
}
