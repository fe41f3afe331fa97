import { createReadStream } from 'node:fs';
import { appendFile, stat, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { table } from '../table.ts';

export interface LeftOut {
  /** For example `contacts/12`, with the id of the source. */
  readonly what: string;
  /** The part that was left out; absent for the whole. The text after a slash names one of many parts of a kind. */
  readonly part?: string;
  readonly reason: string;
}

/** The maximum number of different reasons that are counted separately. */
const maxReasons = 200;
const otherReasons = JSON.stringify(['', '', 'Other reasons']);
/** Whether a resumed import meets this entry again. Such entries are not about a single record, and few enough to be remembered. */
const isFoundAgain = ({ what }: LeftOut) => /^(?:users|filters)\/|^[^/]*$/.test(what);

/** The report of items that could not be imported: a file with one JSON line for each. */
export class LeftOutReport {
  readonly file: string;
  length = 0;
  readonly #known = new Set<string>();
  readonly #counts = new Map<string, number>();

  private constructor(file: string) {
    this.file = file;
  }

  /** Opens the report; of an interrupted import it keeps the first `keep` bytes. */
  static async open(file: string, { keep }: { readonly keep: number }): Promise<LeftOutReport> {
    const report = new LeftOutReport(file);
    await appendFile(file, '');
    const { size } = await stat(file);
    report.length = Math.min(keep, size);
    await truncate(file, report.length);
    for await (const line of createInterface({ input: createReadStream(file) }))
      report.#count(JSON.parse(line) as LeftOut, line);
    return report;
  }

  async add(...entries: readonly LeftOut[]): Promise<void> {
    const lines = new Map(entries.map((each) => [JSON.stringify(each), each]));
    const added = [...lines].filter(([line]) => !this.#known.has(line));
    if (added.length === 0) return;
    for (const [line, entry] of added) this.#count(entry, line);
    const text = added.map(([line]) => `${line}\n`).join('');
    await appendFile(this.file, text);
    this.length += Buffer.byteLength(text);
  }

  /** The number of entries for each reason, the most frequent first. */
  summary(): string {
    const rows = [...this.#counts]
      .sort(([, one], [, other]) => other - one)
      .map(([key, count]) => [String(count), ...(JSON.parse(key) as string[])]);
    return rows.length === 0
      ? 'Everything was imported.'
      : table([['COUNT', 'OF', 'PART', 'REASON'], ...rows]);
  }

  #count(entry: LeftOut, line: string): void {
    const { what, part = '', reason } = entry;
    if (isFoundAgain(entry)) this.#known.add(line);
    const exact = JSON.stringify([kindOf(what), kindOf(part), reason]);
    const key = this.#counts.has(exact) || this.#counts.size < maxReasons ? exact : otherReasons;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

function kindOf(text: string): string {
  return text.replace(/\/.*/s, '');
}
