import type { RecordDocument } from '../model/record.ts';

/** The parts of a record by which lists find, order and grant it, and that pickers and connections show. */
export interface IndexedRecord {
  readonly _id: number;
  readonly version: number;
  readonly postType: string;
  readonly name: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly lastModified: number;
  readonly sharedWith: readonly number[];
  /** The fields that grants, pickers and connections read: `type`, `sources`, the status, the user. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly filterTerms: readonly string[];
  /** The users who have private values in the record. */
  readonly privateValueOwners: readonly number[];
  /** The folded name. */
  readonly searchName: string;
  /** The folded values of all channels, a line each. */
  readonly searchComms: string;
  /** The name as lists sort it, in a form whose order by UTF-16 is the database's order by code point. */
  readonly sortName: string;
}

/** A record in the table. */
export interface PlacedRecord extends IndexedRecord {
  /** The number by which postings name the record. */
  readonly slot: number;
}

/** A stored record as the index reads it. */
export type IndexedDocument = Pick<
  RecordDocument,
  '_id' | 'version' | 'postType' | 'name' | 'createdAt' | 'lastModified' | 'searchText'
> &
  Partial<Pick<RecordDocument, 'sharedWith' | 'fields' | 'filterTerms' | 'privateValueOwners' | 'sort'>>;

/** The paths that `toIndexedRecord` reads, without those of fields. */
export const indexedPaths = {
  version: 1,
  postType: 1,
  name: 1,
  createdAt: 1,
  lastModified: 1,
  sharedWith: 1,
  filterTerms: 1,
  privateValueOwners: 1,
  searchText: 1,
  'sort.name': 1,
} as const;

/** The most values of each kind that are kept to be shared. */
const maxShared = 200_000;

/** Many records have the same terms, options and sharing lists: records of the index share them. */
export class SharedValues {
  readonly #kept = new Map<string, unknown>();

  text(text: string): string {
    return this.#share(text, text);
  }

  list<Each extends string | number>(values: readonly Each[]): readonly Each[] {
    return this.#share(JSON.stringify(values), values);
  }

  fields(fields: IndexedRecord['fields']): IndexedRecord['fields'] {
    return this.#share(JSON.stringify(fields), fields);
  }

  #share<Value>(key: string, value: Value): Value {
    const kept = this.#kept.get(key) as Value | undefined;
    if (kept !== undefined) return kept;
    if (this.#kept.size >= maxShared) this.#kept.clear();
    this.#kept.set(key, value);
    return value;
  }
}

export function toIndexedRecord(stored: IndexedDocument, shared: SharedValues): IndexedRecord {
  const { _id, version, name, createdAt, lastModified, searchText, sort } = stored;
  const { sharedWith = [], fields = {}, filterTerms = [], privateValueOwners = [] } = stored;
  const searchName = searchText?.name ?? '';
  const sortName = codePointOrdered(sort?.['name']?.toString() ?? '');
  return {
    _id,
    version,
    postType: shared.text(stored.postType),
    name,
    createdAt: createdAt.getTime(),
    lastModified: lastModified.getTime(),
    sharedWith: shared.list(sharedWith),
    fields: shared.fields(fields),
    filterTerms: filterTerms.map((term) => shared.text(term)),
    privateValueOwners: shared.list(privateValueOwners),
    searchName,
    searchComms: (searchText?.comms ?? []).join('\n'),
    // Usually both are the same text.
    sortName: sortName === searchName ? searchName : sortName,
  };
}

/**
 * A text whose order by UTF-16 units, as JavaScript compares, is the order of the original by code point, as MongoDB compares: surrogates
 * change places with the characters from U+E000 on.
 */
export function codePointOrdered(text: string): string {
  if (!/[\uD800-\uFFFF]/.test(text)) return text;
  return mapUnits(text, (unit) => (unit < 0xe000 ? unit + 0x2000 : unit - 0x800));
}

/** The text that `codePointOrdered` made a form of. */
export function fromCodePointOrdered(ordered: string): string {
  if (!/[\uD800-\uFFFF]/.test(ordered)) return ordered;
  return mapUnits(ordered, (unit) => (unit < 0xf800 ? unit + 0x800 : unit - 0x2000));
}

/** Maps the UTF-16 units of a text from U+D800 on. */
function mapUnits(text: string, map: (unit: number) => number): string {
  let mapped = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    mapped += String.fromCharCode(unit < 0xd800 ? unit : map(unit));
  }
  return mapped;
}
