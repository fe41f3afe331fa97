import { table } from '../table.ts';

/** The numbers of a kind of items in an import. */
export interface Counts {
  /** Items that the source has shown. */
  readonly read: number;
  /** Items that this run has created or changed here. */
  readonly written: number;
  /** Items that are here already, as the source shows them. */
  readonly unchanged: number;
  /** Items whose id at the source stands for an id here. */
  readonly mapped: number;
  /** Items that are not here. */
  readonly skipped: number;
}

const columns = ['read', 'written', 'unchanged', 'mapped', 'skipped'] as const satisfies (keyof Counts)[];
const none: Counts = { read: 0, written: 0, unchanged: 0, mapped: 0, skipped: 0 };

/** Counts what an import has read, written, mapped and skipped, by kind. */
export class ImportReport {
  readonly #kinds = new Map<string, Counts>();

  add(kind: string, counts: Partial<Counts>): void {
    const before = this.#kinds.get(kind) ?? none;
    const sums = columns.map((column) => [column, before[column] + (counts[column] ?? 0)] as const);
    this.#kinds.set(kind, Object.fromEntries(sums) as unknown as Counts);
  }

  /** Adds one item by the outcome of its import. */
  addOutcome(kind: string, outcome: Outcome): void {
    const isWritten = outcome === 'created' || outcome === 'changed';
    const isUnchanged = outcome === 'unchanged' || outcome === 'known';
    this.add(kind, {
      read: 1,
      written: Number(isWritten),
      unchanged: Number(isUnchanged),
      mapped: Number(isWritten || isUnchanged),
      skipped: Number(!isWritten && !isUnchanged),
    });
  }

  counts(): Readonly<Record<string, Counts>> {
    return Object.fromEntries(this.#kinds);
  }

  /** The counts as a table, in the order in which the kinds were imported. */
  inWords(): string {
    const rows = [...this.#kinds].map(([kind, counts]) => [
      kind,
      ...columns.map((column) => String(counts[column])),
    ]);
    return table([['KIND', ...columns.map((column) => column.toUpperCase())], ...rows]);
  }
}

type Outcome = 'created' | 'changed' | 'unchanged' | 'known' | 'gone' | 'refused';
