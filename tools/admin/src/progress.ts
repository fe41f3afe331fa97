import { printError, type Terminal } from './terminal.ts';

export interface Progress {
  readonly what: string;
  readonly done: number;
  readonly of: number;
  /** Items a second; absent while unknown. */
  readonly rate?: number;
}

/** Between two progress lines when the output is not a terminal, in milliseconds. */
const pause = 10_000;
const barWidth = 30;

/** Reports progress: as a bar on a terminal, else as a line every ten seconds. */
export class ProgressReport {
  readonly #terminal: Terminal;
  readonly #isBar: boolean;
  #saidAt = -Infinity;
  #isBarThere = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#isBar = 'isTTY' in terminal.stderr && terminal.stderr.isTTY === true;
  }

  show(progress: Progress, now = performance.now()): void {
    if (this.#isBar) {
      this.#terminal.stderr.write(`\r\u001B[K${bar(progress)} ${inWords(progress)}`);
      this.#isBarThere = true;
    } else if (now - this.#saidAt >= pause) {
      this.#terminal.stderr.write(`${inWords(progress)}\n`);
      this.#saidAt = now;
    }
  }

  say(line: string): void {
    this.end();
    printError(this.#terminal, line);
  }

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
