/**
 * Turns of the event loop. What is sent at the end of a turn goes out in one write to the socket, and a write costs more
 * than all else about a message.
 */
export class Turn {
  #end: Promise<void> | undefined;

  /** Resolves when all callbacks of this turn have run; for everybody who asks within it at the same moment. */
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
