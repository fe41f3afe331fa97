import { userOf } from '../store/private-values-model.ts';

/** What one event of the change stream says: kind, whose it is, and paths, never values. */
export interface RecordChange {
  readonly operationType: string;
  /** The record, or whose private values in which record. */
  readonly id?: number | string;
  /** Of the new record; told with inserts only. */
  readonly postType?: string;
  /** Of what an update changed. */
  readonly paths: readonly string[];
}

/** A condition on records of one type. */
export interface DependsOn {
  readonly postType: string;
  /** As `changedPath` makes them. */
  readonly paths: readonly string[];
}

/** Far more than declarations name; what has more is forgotten. */
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
  /** Since then nothing is known of what was before. */
  #forgotten = 0;
  #deleted = 0;
  readonly #inserted = new Map<string, number>();
  /** Since then nothing is known of single records and users. */
  #touchedForgotten = 0;
  readonly #touched = new Map<number | string, number>();
  readonly #changed = new Map<string, number>();

  /** Now: what is noted from here on is later. */
  get moment(): number {
    return this.#moment;
  }

  note(change: RecordChange): void {
    const { operationType, id, postType, paths } = change;
    this.#moment += 1;
    this.#touch(typeof id === 'string' ? privateValuesOf(userOf(id)) : id);
    // Of private values only whose they are.
    if (typeof id === 'string') return;
    if (operationType === 'update')
      for (const path of paths) this.#changed.set(changedPath(path), this.#moment);
    else if (operationType === 'delete') this.#deleted = this.#moment;
    else if (operationType === 'insert' && postType !== undefined) this.#inserted.set(postType, this.#moment);
    else this.forget();
    if (this.#changed.size + this.#inserted.size > maxKept) this.forget();
  }

  /** Everything may have changed. */
  forget(): void {
    this.#moment += 1;
    this.#forgotten = this.#moment;
    this.#inserted.clear();
    this.#changed.clear();
    this.#touched.clear();
  }

  /** Whether the same records of the type meet a condition on these paths as did at that moment. */
  isUnchanged(since: number, { postType, paths }: DependsOn): boolean {
    const latest = Math.max(this.#forgotten, this.#deleted, this.#inserted.get(postType) ?? 0);
    return latest <= since && paths.every((path) => this.#changedAt(path) <= since);
  }

  /** Whether none of these records, and nobody's private values of these (`privateValuesOf`), were written since that moment. */
  areUnchanged(since: number, touched: Iterable<number | string>): boolean {
    if (Math.max(this.#forgotten, this.#touchedForgotten) > since) return false;
    for (const each of touched) if ((this.#touched.get(each) ?? 0) > since) return false;
    return true;
  }

  #touch(touched: number | string | undefined): void {
    if (touched === undefined) return;
    this.#touched.set(touched, this.#moment);
    if (this.#touched.size <= maxTouched) return;
    this.#touched.clear();
    this.#touchedForgotten = this.#moment;
  }

  #changedAt(path: string): number {
    const [first = ''] = path.split('.');
    // An update may put an object in its place, or the first key into one that was not there.
    return Math.max(this.#changed.get(path) ?? 0, this.#changed.get(first) ?? 0);
  }
}
