import type { ShareRequest } from '@svc/contracts';

/** The key of the record that is being written: a new record has no id yet. */
const writtenRecord = 'this';

/** The effects of a write's hooks on its transaction, apart from changed fields. */
export class WriteEffects {
  readonly #shares = new Map<number | typeof writtenRecord, Set<number>>();

  /** The users with whom each record is to be shared, by record. */
  get shares(): ReadonlyMap<number | typeof writtenRecord, ReadonlySet<number>> {
    return this.#shares;
  }

  /**
   * Has the transaction share a record with further users.
   * @throws TypeError for a value that cannot be the id of a user or record.
   */
  share({ users, record }: ShareRequest): void {
    const wrong = [...users, ...(record === undefined ? [] : [record])].find((id) => !isId(id));
    if (wrong !== undefined)
      throw new TypeError(`share requires the ids of users and of a record, received ${String(wrong)}`);
    if (users.length === 0) return;
    const key = record ?? writtenRecord;
    this.#shares.set(key, new Set([...(this.#shares.get(key) ?? []), ...users]));
  }
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
