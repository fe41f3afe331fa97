import type { End } from './edge.ts';

import type { Message } from '@svc/contracts';
import type { IndexTest } from './index-test.ts';

/** Queries that filters by connection need, in addition to the terms in records. */
export interface ConnectionSearch {
  /** Records that have too many connections at this end to store terms for them, and are connected with one of these records. */
  wellConnected(end: End, otherIds: readonly number[]): Promise<readonly number[]>;
  /** The contact that represents the caller. */
  callersContact(): Promise<number | undefined>;
  /**
   * Records that are connected at this end with one of these records; undefined if they are too many. Only where several lists are counted
   * together: the name index, which has no connections, decides filters by the ids of records.
   */
  connectedIds?(end: End, otherIds: readonly number[]): Promise<readonly number[] | undefined>;
}

/** Queries to the database and to other services that filters need, in addition to what records contain. */
export interface FilterSearch extends ConnectionSearch {
  /** The user id that `me` stands for; 0 for a caller who is not a user. */
  readonly userId: number;
  /** Ids of these rows of the location grid and of everything below them. */
  placesBelow(gridIds: readonly number[]): Promise<readonly number[]>;
  /** Ids of the records in which the caller has private values that meet a condition. */
  idsByPrivateValues(condition: Condition): Promise<readonly number[]>;
  /** Ids of the records with a comment that contains a text. */
  commentedWith(text: string): Promise<readonly number[]>;
}

/** A condition of a MongoDB query. */
export type Condition = Readonly<Record<string, unknown>>;

/** Where a filter finds its value, and the queries it may use. */
export interface FilterAt {
  /** Path of the value in the document that stores it: the record, or its reader's private values. */
  readonly path: string;
  /** The filter term of records that hold a value (`query.filterTerms` of the type); undefined if the value is private. */
  readonly term: ((value: TermValue) => string) | undefined;
  /** Converts a time to its stored form at this path: Unix seconds, or a date for top-level fields. */
  readonly moment: (seconds: number) => number | Date;
  readonly search: FilterSearch;
}

/**
 * How matching records can be found through an index: each contains one of these filter terms, link terms or beginnings of texts
 * (`model/record-texts.ts`), or has one of these ids. Not every candidate matches.
 */
export interface Candidates {
  readonly filterTerms?: readonly string[];
  readonly linkTerms?: readonly string[];
  readonly texts?: readonly string[];
  readonly ids?: readonly number[];
}

/** A condition of a MongoDB query, with candidates if every record that meets it is one of them. */
export interface FilterResult {
  readonly condition: Condition;
  readonly candidates?: Candidates;
  /** The same condition for the name index; undefined if the index cannot decide it. */
  readonly test?: IndexTest | undefined;
}

/** A parsed filter on one field. */
export interface FieldFilter {
  /** Whether records match in which the field is unset. */
  readonly matchesUnset: boolean;
  /** The condition on the document that stores the value. */
  resolve(at: FilterAt): FilterResult | Promise<FilterResult>;
}

/** A filter on one field, or why the operand is invalid: the message names the field. */
export type ParsedFilter = { readonly filter: FieldFilter } | { readonly problem: Message };

/** A value by which lists find a record through an index. */
export type TermValue = string | number | boolean;
