/** A record as it is stored. What is not a field of its own type (name, dates, shares) stands beside the fields. */
export interface RecordDocument {
  readonly _id: number;
  readonly postType: string;
  readonly name: string;
  /** 0 when no user created it. */
  readonly authorId: number;
  readonly createdAt: Date;
  readonly lastModified: Date;
  /** Grows by one with every change; writers check it. */
  readonly version: number;
  readonly sharedWith: readonly number[];
  /** Field key → stored value, as the field's type stores it. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Field key → what lists sort by; absent while unset. */
  readonly sort: Readonly<Record<string, string | number>>;
  /** `<p2p key>:<side>` → how many connections there are; absent while there never were any. */
  readonly degrees?: Readonly<Record<string, number>>;
  /** A term for each connected record of a side that has few (`model/links.ts`), for the filters of lists and for reads. */
  readonly linkTerms?: readonly string[];
  /** A term for each value that filters of lists ask for (`derived/field-terms.ts`). */
  readonly filterTerms?: readonly string[];
  /** What lists look for a text in (`model/record-texts.ts`). */
  readonly searchText?: SearchText;
  /** A term for each value that makes records alike (`fields/shared/duplicate-keys.ts`). */
  readonly duplicateKeys?: readonly string[];
  /** The users who keep something privately in it (`private-values-model.ts`); absent while nobody ever did. */
  readonly privateValueOwners?: readonly number[];
  /** How many rows of its history lists show. */
  readonly listedRowCount: number;
  /** The record with which it was merged, comments and all: those that still come to it belong there. */
  readonly commentsWith?: number | undefined;
}

/** As much of a record as one record is shown from: without what is derived from it for lists alone. */
export type ShownRecord = Omit<RecordDocument, 'sort' | 'filterTerms' | 'searchText' | 'duplicateKeys'>;

/** As much of a record as its fields are read from. Without `links` its connections are read from their edges. */
export type ListedRecord = Pick<
  RecordDocument,
  '_id' | 'postType' | 'name' | 'createdAt' | 'lastModified' | 'fields' | 'degrees' | 'linkTerms'
>;

/** One version of a record. */
export type RecordVersion = Pick<RecordDocument, '_id' | 'version'>;

/** As much of a record as its fields are read from, and which version that is. */
export type VersionedRecord = ListedRecord & RecordVersion;

/** What lists look for a text in without being told where: names, and the values of all channels. */
export interface SearchText {
  /** Folded. */
  readonly name: string;
  /** Folded and without blanks. */
  readonly comms: readonly string[];
}
