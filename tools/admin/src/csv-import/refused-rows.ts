import { open, type FileHandle } from 'node:fs/promises';
import { csvLine } from './csv-rows.ts';
import { problemTitle, type RowProblem } from './columns.ts';

/** Rows that were refused, in a file of the form they came in and with a column that says why. It is made with the first of them. */
export class RefusedRows {
  readonly #file: string;
  readonly #delimiter: string;
  readonly #titles: readonly string[];
  #handle: FileHandle | undefined;
  count = 0;

  constructor(file: string, { delimiter, titles }: { delimiter: string; titles: readonly string[] }) {
    this.#file = file;
    this.#delimiter = delimiter;
    this.#titles = titles;
  }

  /** Where they are; undefined while there is none. */
  get file(): string | undefined {
    return this.#handle && this.#file;
  }

  async add(cells: readonly string[], problems: readonly RowProblem[]): Promise<void> {
    this.count += 1;
    const why = problems.map(({ field, what }) => (field === '' ? what : `${field}: ${what}`)).join('; ');
    await this.#write(cells, why);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async #write(cells: readonly string[], why: string): Promise<void> {
    if (!this.#handle) {
      // People's data: for nobody else to read.
      this.#handle = await open(this.#file, 'w', 0o600);
      await this.#handle.write(this.#line(this.#titles, problemTitle));
    }
    await this.#handle.write(this.#line(cells, why));
  }

  /** A column of an earlier import is not kept. */
  #line(cells: readonly string[], last: string): string {
    const own = cells.filter((_cell, index) => this.#titles[index]?.trim() !== problemTitle);
    return csvLine([...own, last], this.#delimiter);
  }
}
