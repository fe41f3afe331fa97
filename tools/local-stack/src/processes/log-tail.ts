import { readFileSync } from 'node:fs';

/** The last lines of a log file, indented, to be put under an error message. */
export const logTail = (file: string): string => indentTail(readFileSync(file, 'utf8').trimEnd().split('\n'));

/** The last of some lines, indented. */
export function indentTail(lines: readonly string[], count = 15): string {
  if (!lines.some(Boolean)) return '  (it wrote nothing)';
  return lines
    .slice(-count)
    .map((line) => `  | ${line.slice(0, 400)}`)
    .join('\n');
}
