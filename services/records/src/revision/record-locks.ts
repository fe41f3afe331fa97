import type { Call } from '@svc/service-kit';

/**
 * Writers of the same records take turns within a process: at the same time each of them would make the work of the
 * others void. Between processes the version check decides.
 */
export class Turns {
  readonly #last = new Map<number, Promise<unknown>>();

  /**
   * Does the work once the turns before it are over, for each of its records; `waited` says whether there were any. A turn
   * is over when the work says so with `end`, with the work, or with its deadline: what follows a write may write to the
   * same records, and an extension's action that never ends must not keep them from everybody else. All of a work's turns
   * are taken in one go, so no two works ever wait for each other.
   */
  async take<Result>(
    recordIds: Iterable<number>,
    deadline: Call['deadline'],
    work: (waited: boolean, end: () => void) => Promise<Result>,
  ): Promise<Result> {
    const ids = [...new Set(recordIds)];
    const before = ids.flatMap((id) => this.#last.get(id) ?? []);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const result = before.length > 0 ? Promise.all(before).then(() => work(true, end)) : work(false, end);
    const over = settledWithin(Promise.race([result, ended]), deadline.remaining);
    for (const id of ids) this.#last.set(id, over);
    void over.then(() => {
      for (const id of ids) if (this.#last.get(id) === over) this.#last.delete(id);
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
