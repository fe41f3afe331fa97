import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Characters after which lines are written at once. */
const enough = 4_096;

/** Longest time that a line waits for others, in milliseconds. */
const longestWait = 250;

/** How long to wait before writing again to a pipe that is full and does not block, in milliseconds. */
const pipePause = 10;

/**
 * Where the lines of a log are gathered, so that several cost one system call. They are written in order, and before the
 * writing function returns: what `flushSync` has written at the end of a process is not lost with it.
 */
export class GatheredLines implements DestinationStream {
  readonly #file: number;
  #text = '';
  #timer: NodeJS.Timeout | undefined;
  #hasReader = true;

  constructor(file: number) {
    this.#file = file;
  }

  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= enough) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), longestWait).unref();
  }

  /** Writes what has been gathered. The logger calls it after a fatal line; call it when the process exits. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let rest = Buffer.from(this.#text);
    this.#text = '';
    while (rest.length > 0 && this.#hasReader) rest = rest.subarray(this.#writeSome(rest));
  }

  /** How many bytes were written. A log that nobody reads any more is no reason to end. */
  #writeSome(bytes: Uint8Array): number {
    try {
      return writeSync(this.#file, bytes);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') this.#hasReader = false;
      else if (code === 'EAGAIN') pause(pipePause);
      else throw error;
      return 0;
    }
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
