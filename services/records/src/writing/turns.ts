import type { Call } from '@svc/service-kit';

/**
 * Writers of one record take turns within a process: at the same time each of them would make the work of the others
 * void. Between processes the version check decides.
 */
export class Turns {
  readonly #last = new Map<number, Promise<void>>();

  /**
   * Does the work once the turns before it are over; `waited` says whether there were any. A turn is over with its work,
   * or with its deadline: an extension's action that never ends must not keep the record from everybody else.
   */
  async take<Result>(
    recordId: number,
    deadline: Call['deadline'],
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#last.get(recordId);
    const result = before ? before.then(() => work(true)) : work(false);
    const over = settledWithin(result, deadline.remaining);
    this.#last.set(recordId, over);
    void over.then(() => {
      if (this.#last.get(recordId) === over) this.#last.delete(recordId);
    });
    return result;
  }
}

async function settledWithin(result: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: timeIsOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([
    result.then(
      () => undefined,
      () => undefined,
    ),
    timeIsOver,
  ]);
  clearTimeout(timer);
}
