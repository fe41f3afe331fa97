import { userOf } from '../store/private-values-model.ts';

/** What one event of the change stream says: kind, whose it is, and paths, never values. */
export interface RecordChange {
  readonly operationType: string;
  /** The record, or whose private values in which record. */
  readonly id?: number | string | undefined;
  /** Of the new record; told with inserts only. */
  readonly postType?: string | undefined;
  /** Of what an update changed. */
  readonly paths: readonly string[];
}

/** A condition on records of one type. */
export interface DependsOn {
  readonly postType: string;
  /** As `changedPath` makes them. */
  readonly paths: readonly string[];
}

/** Records that may meet a condition now, or have met it before. */
export interface Changed {
  readonly created: readonly number[];
  /** Changed in what the condition asks, or deleted. */
  readonly others: readonly number[];
}

/** The latest changes that are kept; what a condition asks of those before is not known. */
const maxKept = 5_000;
/** So many records and users are told apart; then all of them may have changed. */
const maxTouched = 50_000;

/** Objects of which each key is a path of its own. */
const keyed = new Set(['fields', 'sort', 'degrees']);

/** The path under which a change is noted: `fields.type` is one, and so is all of `sharedWith`. */
export function changedPath(path: string): string {
  const [first = '', second] = path.split('.');
  return keyed.has(first) && second !== undefined ? `${first}.${second}` : first;
}

/** How the private values of a user are named among what was touched. */
export function privateValuesOf(userId: number): string {
  return `private values of ${userId}`;
}

/** What changed in the records when, in the order of the stream. Moments are numbers that grow. */
export class ChangeLog {
  #moment = 0;
  /** Those that made the latest moments, one each. */
  #latest: RecordChange[] = [];
  /** When each record, and the private values of each user, was last written. */
  readonly #touched = new Map<number | string, number>();
  /** Until then that is not known. */
  #touchedFrom = 0;

  /** Now: what is noted from here on is later. */
  get moment(): number {
    return this.#moment;
  }

  note({ operationType, id, postType, paths }: RecordChange): void {
    // Of private values only whose they are.
    if (typeof id === 'string') this.#keep({ operationType, id: privateValuesOf(userOf(id)), paths: [] });
    else if (['insert', 'update', 'delete'].includes(operationType))
      this.#keep({ operationType, id, postType, paths: [...new Set(paths.map(changedPath))] });
    else this.forget();
  }

  /** Everything may have changed. */
  forget(): void {
    this.#moment += 1;
    this.#latest = [];
    this.#forgetTouched();
  }

  /** What changed since a moment for a condition on these paths; undefined when that is not known any more. */
  changedSince(since: number, { postType, paths }: DependsOn): Changed | undefined {
    // An update may put an object in the place of a path, or the first key into one that was not there.
    const asked = new Set(paths.flatMap((path) => [path, path.split('.')[0] ?? path]));
    const count = this.#moment - since;
    if (count > this.#latest.length) return undefined;
    const later = count === 0 ? [] : this.#latest.slice(-count);
    const created: number[] = [];
    const others: number[] = [];
    for (const { operationType, id, postType: type, paths: changed } of later) {
      if (typeof id !== 'number') continue;
      if (operationType !== 'insert') {
        if (operationType === 'delete' || changed.some((path) => asked.has(path))) others.push(id);
      } else if (type === postType) created.push(id);
    }
    return { created, others };
  }

  /** Whether the same records of the type meet a condition on these paths as did at that moment. */
  isUnchanged(since: number, on: DependsOn): boolean {
    const changed = this.changedSince(since, on);
    return changed !== undefined && changed.created.length + changed.others.length === 0;
  }

  /** Whether none of these records, and nobody's private values of these (`privateValuesOf`), were written since that moment. */
  areUnchanged(since: number, touched: Iterable<number | string>): boolean {
    if (since < this.#touchedFrom) return false;
    for (const each of touched) if ((this.#touched.get(each) ?? 0) > since) return false;
    return true;
  }

  #keep(change: RecordChange): void {
    this.#moment += 1;
    this.#latest.push(change);
    if (this.#latest.length > maxKept) this.#latest = this.#latest.slice(maxKept / 2);
    if (change.id === undefined) return;
    this.#touched.set(change.id, this.#moment);
    if (this.#touched.size > maxTouched) this.#forgetTouched();
  }

  #forgetTouched(): void {
    this.#touched.clear();
    this.#touchedFrom = this.#moment;
  }
}
