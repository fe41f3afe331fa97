import { userOf } from '../store/private-values-model.ts';

/** One event of the change stream: its kind, what it changed and in which paths, without values. */
export interface RecordChange {
  readonly operationType: string;
  /** The id of the record, or of the private values of one user in one record. */
  readonly id?: number | string | undefined;
  /** The type of a new record; only inserts have it. */
  readonly postType?: string | undefined;
  readonly paths: readonly string[];
}

/** A condition on records of one type. */
export interface DependsOn {
  readonly postType: string;
  /** As returned by `changedPath`. */
  readonly paths: readonly string[];
}

/** Records that may have begun or ceased to meet a condition. */
export interface Changed {
  readonly created: readonly number[];
  /** Records changed in a path of the condition, or deleted. */
  readonly others: readonly number[];
}

/** Learns of changes as the log notes them. */
export interface ChangeListener {
  /** A record was created, changed or deleted. */
  changed(id: number): void;
  /** Changes may have been missed: any record may be another. */
  forgot(): void;
}

/** Maximum number of changes in the log. Questions about older moments have no answer. */
const maxKept = 5_000;
/** Maximum number of records and users whose last write is remembered; beyond it, all of them count as changed. */
const maxTouched = 50_000;

/** Objects whose keys are noted as separate paths. */
const keyed = new Set(['fields', 'sort', 'degrees']);

/** The path under which a change is noted: `fields.type` is one, and so is all of `sharedWith`. */
export function changedPath(path: string): string {
  const [first = '', second] = path.split('.');
  return keyed.has(first) && second !== undefined ? `${first}.${second}` : first;
}

/** The key for writes of a user's private values in `areUnchanged`. */
export function privateValuesOf(userId: number): string {
  return `private values of ${userId}`;
}

/** The latest changes of records, in the order of the stream. A moment is a number that grows with each change. */
export class ChangeLog {
  #moment = 0;
  /** The changes of the latest moments, one each. */
  #latest: RecordChange[] = [];
  /** The moment of the last write of each record, and of each user's private values. */
  readonly #touched = new Map<number | string, number>();
  /** Writes up to this moment are not in `#touched`. */
  #touchedFrom = 0;
  readonly #listeners: ChangeListener[] = [];

  /** The current moment; changes noted from now on are later. */
  get moment(): number {
    return this.#moment;
  }

  follow(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  note({ operationType, id, postType, paths }: RecordChange): void {
    // Of private values, only their user is noted.
    if (typeof id === 'string') this.#keep({ operationType, id: privateValuesOf(userOf(id)), paths: [] });
    else if (['insert', 'update', 'delete'].includes(operationType))
      this.#keep({ operationType, id, postType, paths: [...new Set(paths.map(changedPath))] });
    else this.forget();
  }

  /** From here on, everything counts as changed. */
  forget(): void {
    this.#moment += 1;
    this.#latest = [];
    this.#forgetTouched();
    for (const listener of this.#listeners) listener.forgot();
  }

  /** Changes since a moment that affect a condition on these paths; undefined when the log does not reach back so far. */
  changedSince(since: number, { postType, paths }: DependsOn): Changed | undefined {
    // An update may write a whole object, such as `fields`, and is then noted under the object's path only.
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

  /** Whether the same records meet a condition on these paths as at that moment. */
  isUnchanged(since: number, on: DependsOn): boolean {
    const changed = this.changedSince(since, on);
    return changed !== undefined && changed.created.length + changed.others.length === 0;
  }

  /** Whether none of these records and private values (`privateValuesOf` a user) was written since that moment. */
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
    if (typeof change.id === 'number') for (const listener of this.#listeners) listener.changed(change.id);
    this.#touched.set(change.id, this.#moment);
    if (this.#touched.size > maxTouched) this.#forgetTouched();
  }

  #forgetTouched(): void {
    this.#touched.clear();
    this.#touchedFrom = this.#moment;
  }
}
