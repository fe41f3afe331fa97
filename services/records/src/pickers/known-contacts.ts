import { LRUCache } from 'lru-cache';
import type { Call } from '@svc/service-kit';
import { pickAll } from '../access/pick-access.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordChanges } from '../store/record-changes.ts';
import type { PostType } from '../model/post-type.ts';
import type { CompactRecord } from './compact-record.ts';
import { findGranted } from './find-offered.ts';

interface Deps extends Pick<Collections, 'records'> {
  readonly recordChanges: RecordChanges;
}

interface Known {
  readonly record: CompactRecord;
  /** The moment of the change log before it was read. */
  readonly since: number;
}

/** Which contacts are wanted. */
export interface WantedContacts {
  readonly ids: readonly number[];
  /** Whether all changes are noted that were confirmed before they were asked for. Without that, nothing is known. */
  readonly isUpToDate: boolean;
}

/** Some 500 bytes each. */
const mostKept = 2_000;

/** The contacts of users, which pickers show over and over: read again when they were written. */
export class KnownContacts {
  readonly #deps: Deps;
  readonly #known = new LRUCache<string, Known>({ max: mostKept });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Those of these contacts that there are, by id. */
  async of(
    call: Pick<Call, 'deadline'>,
    postType: PostType,
    { ids, isUpToDate }: WantedContacts,
  ): Promise<ReadonlyMap<number, CompactRecord>> {
    const { changeLog } = this.#deps.recordChanges;
    const found = new Map<number, CompactRecord>();
    for (const id of isUpToDate ? ids : []) {
      const known = this.#known.get(keyOf(postType, id));
      if (known && changeLog.isUntouched(known.since, id)) found.set(id, known.record);
    }
    const since = changeLog.moment;
    const missing = ids.filter((id) => !found.has(id));
    const read = await findGranted(call, this.#deps, postType, { ids: missing, access: pickAll });
    for (const [id, record] of read) {
      this.#known.set(keyOf(postType, id), { record, since });
      found.set(id, record);
    }
    return found;
  }
}

/** What is read of them depends on which field is their status. */
function keyOf({ key, statusField }: PostType, id: number): string {
  return `${key} ${statusField?.status_key ?? ''} ${id}`;
}
