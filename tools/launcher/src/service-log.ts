import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { indentTail, type Report } from '@svc/local-stack';
import { compactLogLine } from './compact-log-line.ts';

const KEPT_LINES = 40;

export interface ServiceLog {
  file: string;
  /** Takes all that a process writes from here on. */
  follow(child: ChildProcess): void;
  /** The last lines, indented. */
  tail(lines?: number): string;
  close(): void;
}

/** Writes what a service prints to a file, and hands warnings and errors on as one short line each. */
export function serviceLog(file: string, label: string, report: Report): ServiceLog {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.1`);
  const output = openSync(file, 'a');
  const kept: string[] = [];
  let open = true;

  const take = (line: string) => {
    if (!open) return;
    writeSync(output, `${line}\n`);
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
    const compact = compactLogLine(line);
    if (compact) report(`${label}: ${compact}`);
  };

  return {
    file,
    follow: ({ stdout, stderr }) => {
      for (const input of [stdout, stderr]) if (input) createInterface({ input }).on('line', take);
    },
    tail: (lines = KEPT_LINES) => indentTail(kept, lines),
    close: () => {
      open = false;
      closeSync(output);
    },
  };
}
