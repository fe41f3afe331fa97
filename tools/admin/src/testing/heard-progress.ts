import { ProgressReport } from '../progress.ts';

/** A report of progress that prints nothing: it calls `onShow` with each step, and keeps the lines that were reported. */
export class HeardProgress extends ProgressReport {
  readonly said: string[] = [];
  readonly #onShow: () => void;

  constructor(onShow: () => void = () => {}) {
    super({ stdin: process.stdin, stdout: process.stdout, stderr: process.stdout, env: {} });
    this.#onShow = onShow;
  }

  override show(): void {
    this.#onShow();
  }

  override say(line: string): void {
    this.said.push(line);
  }
}
