import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Report } from '../report.ts';

const KEPT_LINES = 40;

/** A log of more bytes becomes `<file>.1`, and so many older ones are kept. */
const MAX_BYTES = 20_000_000;
const KEPT_FILES = 4;

export interface ProcessLog {
  file: string;
  /** Takes all that a process prints from here on, and hands each line on. */
  follow(child: ChildProcess, onLine: (line: string) => void): void;
  /** The last lines, indented. */
  tail(lines?: number): string;
  close(): void;
}

/** Writes what a process prints to a file, and reports warnings and errors as one short line each. */
export function processLog(
  file: string,
  label: string,
  report: Report,
  maxBytes: number = MAX_BYTES,
): ProcessLog {
  let output = openNew(file);
  let bytes = 0;
  const isRotated = fstatSync(output).isFile();
  const kept: string[] = [];
  let isOpen = true;
  let isWritable = true;

  const rotate = () => {
    const next = openNew(file);
    closeSync(output);
    output = next;
    bytes = 0;
  };
  const write = (line: string) => {
    try {
      if (isRotated && bytes >= maxBytes) rotate();
      bytes += writeSync(output, `${line}\n`);
      isWritable = true;
    } catch (error) {
      // A full disk costs lines of the log, and nothing else.
      if (isWritable) report(`${label}: ${file} cannot be written: ${(error as Error).message}`);
      isWritable = false;
    }
  };
  const take = (line: string) => {
    if (!isOpen) return;
    write(line);
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
    const compact = compactLogLine(line);
    if (compact) report(`${label}: ${compact}`);
  };

  return {
    file,
    follow: ({ stdout, stderr }, onLine) => {
      for (const input of [stdout, stderr])
        if (input) createInterface({ input }).on('line', take).on('line', onLine);
    },
    tail: (lines = KEPT_LINES) => indentTail(kept, lines),
    close: () => {
      if (isOpen) closeSync(output);
      isOpen = false;
    },
  };
}

/** The log before becomes `<file>.1`, that one `<file>.2`; a link to a device or a pipe stays in its place. */
function openNew(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  for (let age = isThere(file) ? KEPT_FILES : 0; age > 0; age -= 1) {
    const younger = age === 1 ? file : `${file}.${age - 1}`;
    if (isThere(younger)) renameSync(younger, `${file}.${age}`);
  }
  return openSync(file, 'a');
}

/** The last of some lines, indented, to be put under an error message. */
export function indentTail(lines: readonly string[], count = 15): string {
  if (!lines.some(Boolean)) return '  (it wrote nothing)';
  return lines
    .slice(-count)
    .map((line) => `  | ${line.slice(0, 400)}`)
    .join('\n');
}

const WARN = 40;
const ERROR = 50;

/** A warning or error of a service's log as one short line; undefined for every other line. */
export function compactLogLine(line: string): string | undefined {
  const entry = parse(line);
  const level = entry?.['level'];
  if (!entry || typeof level !== 'number' || level < WARN) return undefined;
  const cause = entry['err'] as { message?: unknown } | undefined;
  const message = [entry['msg'], cause?.message].filter((part, at, all) => part && all.indexOf(part) === at);
  return `${level < ERROR ? 'warning' : 'error'}: ${message.join(': ').replaceAll('.: ', ': ')}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
