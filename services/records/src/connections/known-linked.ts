import { LRUCache } from 'lru-cache';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { linkedPaths, type LinkedDocument, type LinkedDocuments } from './find-linked.ts';

type Deps = Pick<RecordsDeps, 'reads' | 'recordChanges' | 'postTypes'>;

interface Known {
  readonly record: LinkedDocument;
  /** The moment of the change log before it was read. */
  readonly since: number;
}

/** Some 400 bytes each. */
const mostKept = 10_000;

/**
 * What connections show of the records at their other end, as far as these are not written since: a page of a hundred records names
 * several hundred, and many are on other pages too.
 */
export class KnownLinked {
  readonly #deps: Deps;
  readonly #known = new LRUCache<number, Known>({ max: mostKept });
  /** What was read of them: switching modules changes it. */
  #paths = '';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Those of these records that there are. Whoever asks knows that all changes are noted that were confirmed before he was asked. */
  async of(ids: readonly number[], deadline: Call['deadline']): Promise<LinkedDocuments> {
    this.#forgetOtherPaths();
    const { changeLog } = this.#deps.recordChanges;
    const found = new Map<number, LinkedDocument>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known && changeLog.isUntouched(known.since, id)) found.set(id, known.record);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const [since, paths] = [changeLog.moment, this.#paths];
    const read = await this.#deps.reads.linked.of(missing, deadline);
    for (const id of missing) {
      const record = read.get(id);
      if (!record) continue;
      found.set(id, record);
      if (paths === this.#paths) this.#known.set(id, { record, since });
    }
    return found;
  }

  #forgetOtherPaths(): void {
    const paths = Object.keys(linkedPaths(this.#deps)).join(' ');
    if (paths === this.#paths) return;
    this.#known.clear();
    this.#paths = paths;
  }
}
