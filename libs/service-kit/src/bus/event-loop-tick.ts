/**
 * Waits for the end of a turn of the event loop. Messages sent there share one write to the socket, which costs more than the messages
 * themselves.
 */
export class EventLoopTick {
  #end: Promise<void> | undefined;

  /** Resolves when all callbacks of this turn have run; all callers within a turn get the same promise. */
  end(): Promise<void> {
    this.#end ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#end = undefined;
        resolve();
      });
    });
    return this.#end;
  }
}
