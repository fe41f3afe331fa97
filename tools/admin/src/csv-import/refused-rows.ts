import { open, type FileHandle } from 'node:fs/promises';
import { problemTitle, type RowProblem } from './columns.ts';
import { withoutFormula } from './formula.ts';

/** A file of refused rows in the format of the import, with an extra column for the reason. The first refused row creates it. */
export class RefusedRows {
  readonly #file: string;
  readonly #form: { readonly delimiter: string; readonly titles: readonly string[] };
  #handle: FileHandle | undefined;
  count = 0;

  constructor(file: string, form: { delimiter: string; titles: readonly string[] }) {
    this.#file = file;
    this.#form = form;
  }

  /** The path of the file; undefined while no row was refused. */
  get file(): string | undefined {
    return this.#handle && this.#file;
  }

  async add(cells: readonly string[], problems: readonly RowProblem[]): Promise<void> {
    this.count += 1;
    if (!this.#handle) {
      // Only the owner may read personal data.
      this.#handle = await open(this.#file, 'w', 0o600);
      await this.#handle.write(this.#line(this.#form.titles, problemTitle));
    }
    const why = problems.map(({ field, what }) => (field === '' ? what : `${field}: ${what}`)).join('; ');
    await this.#handle.write(this.#line(cells, why));
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /** A line with the reason as its last cell; drops the reasons of an earlier import. */
  #line(cells: readonly string[], last: string): string {
    const { titles, delimiter } = this.#form;
    const own = cells.filter((_cell, index) => titles[index]?.trim() !== problemTitle);
    return csvLine([...own, last], delimiter);
  }
}

function csvLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells
    .map(withoutFormula)
    .map((cell) =>
      cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
    );
  return `${quoted.join(delimiter)}\r\n`;
}
