import { readFileSync } from 'node:fs';

/** The last lines of a log file, indented, to be put under an error message. */
export function logTail(file: string, lines = 15): string {
  const text = readFileSync(file, 'utf8').trimEnd();
  if (!text) return '  (it wrote nothing)';
  return text
    .split('\n')
    .slice(-lines)
    .map((line) => `  | ${line.slice(0, 400)}`)
    .join('\n');
}
