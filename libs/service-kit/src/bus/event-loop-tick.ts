/** Turns of the event loop. Messages that are sent at the end of a turn share one write to the socket, which costs more than they do. */
export class EventLoopTick {
  #end: Promise<void> | undefined;

  /** Resolves when all callbacks of this turn have run; everybody who asks within the turn gets the same promise. */
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
