import type { Terminal } from './terminal.ts';

/** How far something is. */
export interface Progress {
  /** What is done, in the plural. */
  readonly what: string;
  readonly done: number;
  readonly of: number;
  /** How many a second; absent while that is not known. */
  readonly rate?: number;
}

/** Between two lines of a program that writes to a file, in milliseconds. */
const pause = 10_000;
const barWidth = 30;

/** Says how far something is: with a bar that moves on a terminal, elsewhere with a line now and then. */
export class ProgressReport {
  readonly #terminal: Terminal;
  readonly #isBar: boolean;
  #saidAt = -Infinity;
  #isBarThere = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#isBar = 'isTTY' in terminal.stderr && terminal.stderr.isTTY === true;
  }

  /** How far it is now. */
  show(progress: Progress, now = performance.now()): void {
    if (this.#isBar) {
      this.#terminal.stderr.write(`\r\u001B[K${bar(progress)} ${inWords(progress)}`);
      this.#isBarThere = true;
    } else if (now - this.#saidAt >= pause) {
      this.#terminal.stderr.write(`${inWords(progress)}\n`);
      this.#saidAt = now;
    }
  }

  /** Something else, on a line of its own. */
  say(line: string): void {
    this.end();
    this.#terminal.stderr.write(`${line}\n`);
  }

  /** The bar is not needed any more. */
  end(): void {
    if (this.#isBarThere) this.#terminal.stderr.write('\r\u001B[K');
    this.#isBarThere = false;
  }
}

function bar({ done, of }: Progress): string {
  const filled = of === 0 ? barWidth : Math.round((Math.min(done, of) / of) * barWidth);
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
}

function inWords({ what, done, of, rate }: Progress): string {
  const speed = rate === undefined ? '' : ` (${Math.round(rate)} a second)`;
  return `${done} of ${of} ${what}${speed}`;
}
