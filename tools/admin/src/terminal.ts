import type { Readable, Writable } from 'node:stream';

/** What the tool reads and writes; the process itself is one. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: NodeJS.ProcessEnv;
  /** What the tool ends with, set by commands whose answer has a code of its own. */
  exitCode?: number | string | null | undefined;
}

/** Writes one line for people or programs to read. */
export function printLine(terminal: Terminal, line: string): void {
  terminal.stdout.write(`${line}\n`);
}
