import { appendFile, stat, truncate } from 'node:fs/promises';

/** The file that lists the ids here of users and records by those at the source, for links and notes that name them: `kind,source_id,id` in each line. */
export class IdList {
  readonly #file: string;
  /** In bytes. */
  length = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Begins a new list; that of an interrupted import continues after its first `keep` bytes. */
  async start(keep: number): Promise<void> {
    await appendFile(this.#file, '');
    this.length = Math.min(keep, (await stat(this.#file)).size);
    await truncate(this.#file, this.length);
    if (this.length === 0) await this.#append('kind,source_id,id\n');
  }

  async add(
    kind: string,
    items: readonly { readonly source_id: number; readonly id: number | null }[],
  ): Promise<void> {
    const lines = items.flatMap(({ source_id: sourceId, id }) =>
      id === null ? [] : [`${kind},${sourceId},${id}\n`],
    );
    await this.#append(lines.join(''));
  }

  async #append(text: string): Promise<void> {
    await appendFile(this.#file, text);
    this.length += Buffer.byteLength(text);
  }
}
