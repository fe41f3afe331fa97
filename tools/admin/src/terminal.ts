import type { Readable, Writable } from 'node:stream';
import { withVisibleControls } from '@svc/service-kit/text';

/** The streams and environment of the tool; the process itself is a Terminal. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: NodeJS.ProcessEnv;
  /** The exit code, set by commands that define their own. */
  exitCode?: number | string | null | undefined;
}

/** Prints a text with names and other data in it, whose control characters the terminal would obey: they become visible. */
export function printLine(terminal: Terminal, line: string): void {
  terminal.stdout.write(`${withVisibleControls(line)}\n`);
}

/** The same on the stream for errors and notes. */
export function printError(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${withVisibleControls(line)}\n`);
}
