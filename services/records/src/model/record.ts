/** A record as it is stored. Name, dates and shares are top-level properties; all other values are in `fields`. */
export interface RecordDocument {
  readonly _id: number;
  readonly postType: string;
  readonly name: string;
  /** 0 if no user created it. */
  readonly authorId: number;
  readonly createdAt: Date;
  readonly lastModified: Date;
  /** Grows by one with each change; writes are conditional on it. */
  readonly version: number;
  readonly sharedWith: readonly number[];
  /** Field key → stored value in the form of its field type. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Field key → sort key of lists; absent while unset. */
  readonly sort: Readonly<Record<string, string | number>>;
  /** `<p2p key>:<side>` → number of connections; absent while there never were any. */
  readonly degrees?: Readonly<Record<string, number>>;
  /** A term for each connected record of an end with few connections (`model/links.ts`), for filters of lists and for reads. */
  readonly linkTerms?: readonly string[];
  /** A term for each value that list filters can ask for (`model/field-terms.ts`). */
  readonly filterTerms?: readonly string[];
  /** The texts that list searches match (`model/record-texts.ts`). */
  readonly searchText?: SearchText;
  /** A term for each value that makes records possible duplicates (`fields/shared/duplicate-keys.ts`). */
  readonly duplicateKeys?: readonly string[];
  /** The users who have private values in the record (`private-values-model.ts`); absent while there never were any. */
  readonly privateValueOwners?: readonly number[];
  /** Number of history rows that lists show. */
  readonly listedRowCount: number;
  /** The record into which it was merged together with its comments: comments that arrive later belong there. */
  readonly commentsWith?: number | undefined;
  /** Values of fields whose type has changed; absent while there never were any. */
  readonly formerValues?: readonly FormerValue[];
  /**
   * The site link that created the record, until a user or another link changes it. A link that may update no record adds to such records
   * alone (docs/guides/duplicates.md#a-create-that-looks-for-duplicates).
   */
  readonly onlyByLink?: number | undefined;
}

/** A value of a field whose type has changed since it was stored: kept, but never shown, until it is converted or the type returns. */
export interface FormerValue {
  readonly field: string;
  /** The form in which the value is stored (`formOf`). */
  readonly type: string;
  readonly value: unknown;
}

/** The parts of a record that are read to show it alone: without those derived for lists. */
export type ShownRecord = Omit<
  RecordDocument,
  'sort' | 'filterTerms' | 'searchText' | 'duplicateKeys' | 'formerValues'
>;

/** The parts of a record from which fields are read. Without `linkTerms` its connections are read from their edges. */
export type ListedRecord = Pick<
  RecordDocument,
  '_id' | 'postType' | 'name' | 'createdAt' | 'lastModified' | 'fields' | 'degrees' | 'linkTerms'
>;

export type RecordVersion = Pick<RecordDocument, '_id' | 'version'>;

/** The parts of a record from which fields are read, and its version. */
export type VersionedRecord = ListedRecord & RecordVersion;

/** The texts that a list search matches if it names no fields: the name, and the values of all channels. */
export interface SearchText {
  /** Folded. */
  readonly name: string;
  /** Folded and without blanks. */
  readonly comms: readonly string[];
}
