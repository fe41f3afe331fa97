import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Report } from '../report.ts';

const KEPT_LINES = 40;

/** The size at which a log is rotated to `<file>.1`, and the number of rotated logs to keep. */
const MAX_BYTES = 20_000_000;
const KEPT_FILES = 4;

export type ProcessLog = ReturnType<typeof processLog>;

interface LogOptions {
  file: string;
  label: string;
  report: Report;
  /** Returns the part of a line that may be logged. Default: all of it. */
  redact?: ((line: string) => string) | undefined;
  maxBytes?: number;
}

/** Writes the output of processes to a file, and reports each warning and error as one short line. */
export function processLog(options: LogOptions) {
  const { file, label, report, redact = (line) => line, maxBytes = MAX_BYTES } = options;
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
      // A full disk only loses lines of the log.
      if (isWritable) report(`${label}: ${file} cannot be written: ${(error as Error).message}`);
      isWritable = false;
    }
  };
  const take = (text: string) => {
    if (!isOpen) return;
    const line = redact(text);
    write(line);
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
    const compact = compactLogLine(line);
    if (compact) report(`${label}: ${compact}`);
  };

  return {
    file,
    /** Logs the output of a process from now on, and passes each line to `onLine`. */
    follow: ({ stdout, stderr }: ChildProcess, onLine: (line: string) => void) => {
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

/** The last lines, indented for an error message. */
export function indentTail(lines: readonly string[], count = 15): string {
  if (!lines.some(Boolean)) return '  (no output)';
  return lines
    .slice(-count)
    .map((line) => `  | ${line.slice(0, 400)}`)
    .join('\n');
}

const WARN = 40;
const ERROR = 50;

/** The short form of a warning or error in a service's log; undefined for other lines. */
export function compactLogLine(line: string): string | undefined {
  const entry = parse(line);
  const level = entry?.['level'];
  if (!entry || typeof level !== 'number' || level < WARN) return undefined;
  const cause = entry['err'] as { message?: unknown } | undefined;
  const message = [entry['msg'], cause?.message].filter((part, at, all) => part && all.indexOf(part) === at);
  return `${level < ERROR ? 'warning' : 'error'}: ${message.join(': ').replaceAll('.: ', ': ')}`;
}

/** Likely failures on a new machine: a pattern in the log of the server, and advice. */
const KNOWN: [pattern: RegExp, advice: string][] = [
  [/ended with SIGILL/, 'The processor lacks instructions that the program needs (MongoDB needs AVX).'],
  [
    /loading shared libraries: (\S+?):/,
    'The system library $1 is missing. Install its package (Debian and Ubuntu: apt-get install libcurl4 libssl3).',
  ],
  [
    /DBPathInUse|Unable to lock the lock file/,
    'Another server uses this data directory. Stop it, or set another DATA_DIR.',
  ],
  [
    /No space left on device/,
    'The disk is full. Free some space, or set DATA_DIR to a folder on another disk.',
  ],
  [
    /Permission denied/,
    'You have no permission to read, write or run a file. Check the owner and mode of the files named in the log.',
  ],
  [
    /version (is )?incompatible|incompatible with (your|the) current engine|UPGRADE PROBLEM|downgrade/i,
    'The data was written by another version of the server. Use that version, or another DATA_DIR.',
  ],
];

/** One sentence of advice for a process that failed to start, from its end and its log. */
export function explainLog(text: string): string {
  for (const [pattern, advice] of KNOWN) {
    const match = pattern.exec(text);
    if (match) return advice.replace('$1', match[1] ?? '');
  }
  return 'The log above has the reason; the file has the whole log. If it names a setting, correct the setting and start again.';
}

/** Rotates older logs and opens a new one; a link to a device or pipe is not rotated. */
function openNew(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  for (let age = isThere(file) ? KEPT_FILES : 0; age > 0; age -= 1) {
    const younger = age === 1 ? file : `${file}.${age - 1}`;
    if (isThere(younger)) renameSync(younger, `${file}.${age}`);
  }
  return openSync(file, 'a');
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
