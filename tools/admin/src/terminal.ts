import type { Readable, Writable } from 'node:stream';

/** The streams and environment of the tool; the process itself is a Terminal. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: NodeJS.ProcessEnv;
  /** The exit code, set by commands that define their own. */
  exitCode?: number | string | null | undefined;
}

export function printLine(terminal: Terminal, line: string): void {
  terminal.stdout.write(`${line}\n`);
}
