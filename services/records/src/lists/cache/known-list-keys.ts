import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import type { RecordChanges } from '../../store/record-changes.ts';
import { answerMilliseconds } from '../../store/read-in-time.ts';
import { indexes } from '../../store/indexes.ts';

/** By which dates lists are ordered. */
export type DatePath = 'createdAt' | 'lastModified';

/** What lists of some records depend on besides their texts, record by record, in any order. */
export interface ListKeys {
  readonly ids: readonly number[];
  readonly types: readonly (string | undefined)[];
  /** Milliseconds. */
  readonly dates: Readonly<Record<DatePath, readonly number[]>>;
}

interface Deps extends Pick<Collections, 'records'> {
  readonly recordChanges: RecordChanges;
}

interface Indexed {
  readonly _id: number;
  readonly fields?: { readonly type?: unknown };
  readonly createdAt: Date;
  readonly lastModified: Date;
}

/** What many records have in common. */
interface Kind {
  readonly postType: string;
  /** Undefined for what is no type of contacts. */
  readonly type: string | undefined;
}

/** So many records are kept at most, some 34 bytes each; those whose ids are so far apart keep each other out. */
const places = 2 ** 18;
const mostKinds = 2 ** 16;

/**
 * By what records are seen and ordered, as far as they are not written since: looking that up in an index takes longer than everything else
 * that a text asks for. Every write is noted before what is known is told, as for totals (`KnownTotals`). Ids come one after the other, so
 * arrays with a place for each take a quarter of the memory of objects.
 */
export class KnownListKeys {
  readonly #deps: Deps;
  /** Whose keys are at a place; 0 is nobody's id. */
  readonly #ids = new Float64Array(places);
  /** As of which moment of the change log. */
  readonly #since = new Float64Array(places);
  readonly #createdAt = new Float64Array(places);
  readonly #lastModified = new Float64Array(places);
  /** Where in the list of kinds. */
  readonly #kindOf = new Uint16Array(places);
  readonly #kinds: Kind[] = [];
  readonly #placesOfKinds = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether every write is noted that was confirmed before this was asked. Without that, nothing is known. */
  caughtUp(): Promise<boolean> {
    return this.#deps.recordChanges.caughtUp();
  }

  /** The keys of those of these records that are of a type; what is not known is read. */
  async of(call: Pick<Call, 'deadline'>, postType: string, ids: readonly number[]): Promise<ListKeys> {
    const { changeLog } = this.#deps.recordChanges;
    const keys = new Keys();
    const missing: number[] = [];
    for (const id of ids) {
      const place = id % places;
      if (this.#ids[place] !== id || !changeLog.isUntouched(this.#since[place] ?? 0, id)) {
        missing.push(id);
        continue;
      }
      const kind = this.#kinds[this.#kindOf[place] ?? 0];
      if (kind?.postType === postType)
        keys.add(id, kind.type, this.#createdAt[place] ?? 0, this.#lastModified[place] ?? 0);
    }
    await this.#read(call, { postType, ids: missing, keys });
    return keys;
  }

  async #read(
    { deadline }: Pick<Call, 'deadline'>,
    { postType, ids, keys }: { postType: string; ids: readonly number[]; keys: Keys },
  ): Promise<void> {
    if (ids.length === 0) return;
    // What is written from here on, and may not be in what is read, is noted later.
    const since = this.#deps.recordChanges.changeLog.moment;
    const shown = { 'fields.type': 1, createdAt: 1, lastModified: 1 } as const;
    const found = await this.#deps.records
      .find({ postType, _id: { $in: ids } }, shown)
      .hint(indexes.sifted)
      .maxTimeMS(Math.max(1, deadline.remaining - answerMilliseconds))
      .batchSize(ids.length + 1)
      .lean<Indexed[]>();
    for (const { _id: id, fields, ...dates } of found) {
      const type = typeof fields?.type === 'string' ? fields.type : undefined;
      const createdAt = dates.createdAt.getTime();
      const lastModified = dates.lastModified.getTime();
      const place = id % places;
      const kind = this.#placeOf({ postType, type });
      this.#ids[place] = id;
      this.#since[place] = since;
      this.#createdAt[place] = createdAt;
      this.#lastModified[place] = lastModified;
      this.#kindOf[place] = kind;
      keys.add(id, type, createdAt, lastModified);
    }
  }

  /** Kinds are few; where they are not, as somebody has made a text of the type, all is forgotten at times. */
  #placeOf(kind: Kind): number {
    const name = JSON.stringify([kind.postType, kind.type]);
    const known = this.#placesOfKinds.get(name);
    if (known !== undefined) return known;
    if (this.#kinds.length === mostKinds) {
      this.#kinds.length = 0;
      this.#placesOfKinds.clear();
      this.#ids.fill(0);
    }
    const place = this.#kinds.push(kind) - 1;
    this.#placesOfKinds.set(name, place);
    return place;
  }
}

class Keys implements ListKeys {
  readonly ids: number[] = [];
  readonly types: (string | undefined)[] = [];
  readonly dates: Record<DatePath, number[]> = { createdAt: [], lastModified: [] };

  add(id: number, type: string | undefined, createdAt: number, lastModified: number): void {
    this.ids.push(id);
    this.types.push(type);
    this.dates.createdAt.push(createdAt);
    this.dates.lastModified.push(lastModified);
  }
}
