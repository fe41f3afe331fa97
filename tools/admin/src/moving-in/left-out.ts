import { createReadStream } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { table } from '../table.ts';

/** Something that could not be carried over. */
export interface LeftOut {
  /** For example `contacts/12`, with the id of the source. */
  readonly what: string;
  /** Which part of it; absent for all of it. */
  readonly part?: string;
  readonly reason: string;
}

const name = 'left-out.jsonl';

/** The report of what could not be carried over: a line of JSON for each, in a file that grows while the import goes on. */
export class LeftOutReport {
  readonly file: string;
  readonly #known = new Set<string>();

  constructor(directory: string) {
    this.file = join(directory, name);
  }

  /** Goes on with the file of an import that was cut off, or begins a new one. */
  async open(isResumed: boolean): Promise<void> {
    if (!isResumed) return writeFile(this.file, '');
    await writeFile(this.file, '', { flag: 'a' });
    for await (const line of createInterface({ input: createReadStream(this.file) })) this.#known.add(line);
  }

  async add(entries: readonly LeftOut[]): Promise<void> {
    const lines = [...new Set(entries.map((each) => JSON.stringify(each)))].filter(
      (line) => !this.#known.has(line),
    );
    for (const line of lines) this.#known.add(line);
    if (lines.length > 0) await appendFile(this.file, lines.map((line) => `${line}\n`).join(''));
  }

  /** How often each reason was met, the most frequent first. */
  summary(): string {
    const counts = new Map<string, number>();
    for (const line of this.#known) {
      const { what, part = '', reason } = JSON.parse(line) as LeftOut;
      const key = JSON.stringify([what.replace(/\/.*/s, ''), part, reason]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const rows = [...counts]
      .sort(([, one], [, other]) => other - one)
      .map(([key, count]) => [String(count), ...(JSON.parse(key) as string[])]);
    return rows.length === 0
      ? 'Everything was carried over.'
      : table([['COUNT', 'OF', 'PART', 'REASON'], ...rows]);
  }
}
