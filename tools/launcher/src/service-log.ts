import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { indentTail, type Report } from '@svc/local-stack';

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

const WARN = 40;
const ERROR = 50;

/** A warning or error of a JSON log as one short line; undefined for every other line. */
export function compactLogLine(line: string): string | undefined {
  const entry = parse(line);
  const level = entry?.['level'];
  if (!entry || typeof level !== 'number' || level < WARN) return undefined;
  const cause = entry['err'] as { message?: unknown } | undefined;
  const message = [entry['msg'], cause?.message].filter((part, at, all) => part && all.indexOf(part) === at);
  return `${level < ERROR ? 'warning' : 'error'}: ${message.join(': ')}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
