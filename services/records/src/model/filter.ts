import type { End } from './edge.ts';

import type { Message } from '@svc/contracts';

/** What filters by connection ask of the database besides the terms that records carry. */
export interface ConnectionSearch {
  /** Records with so many connections at this end that they don't carry them, as far as they are connected with these. */
  wellConnected(end: End, otherIds: readonly number[]): Promise<readonly number[]>;
  /** The contact that stands for the caller. */
  callersContact(): Promise<number | undefined>;
}

/** What filters ask of the database, and of other services, besides what records carry. */
export interface FilterSearch extends ConnectionSearch {
  /** Who `me` is; 0 for a caller who is no user. */
  readonly userId: number;
  /** These rows of the location grid and everything below them. */
  placesBelow(gridIds: readonly number[]): Promise<readonly number[]>;
  /** The records in which the caller keeps private values that meet a condition. */
  idsByPrivateValues(condition: Condition): Promise<readonly number[]>;
  /** The records of which a comment contains a text. */
  commentedWith(text: string): Promise<readonly number[]>;
}

/** A condition as MongoDB takes it. */
export type Condition = Readonly<Record<string, unknown>>;

/** Where a filter looks, and whom it may ask. */
export interface FilterAt {
  /** The path of the value in the document that keeps it: the record, or its reader's private values. */
  readonly path: string;
  /** The term of records that hold a value (`FieldType.filterTerms`); undefined where the value is kept privately. */
  readonly term: ((value: TermValue) => string) | undefined;
  /** A moment as this path stores it: Unix seconds, or a date for what stands beside the fields. */
  readonly moment: (seconds: number) => number | Date;
  readonly search: FilterSearch;
}

/**
 * By what a matching record can be found in an index: it carries one of these filter terms or link terms, a text that begins so
 * (`model/record-texts.ts`), or is one of these. Not every record found so has to match.
 */
export interface Candidates {
  readonly filterTerms?: readonly string[];
  readonly linkTerms?: readonly string[];
  readonly texts?: readonly string[];
  readonly ids?: readonly number[];
}

/** A condition as MongoDB takes it; with candidates when every record that meets it is one of them. */
export interface FilterResult {
  readonly condition: Condition;
  readonly candidates?: Candidates;
}

/** A filter on one field, understood. */
export interface FieldFilter {
  /** Whether records match in which the field is unset. */
  readonly matchesUnset: boolean;
  /** The condition on the document that keeps the value. */
  resolve(at: FilterAt): FilterResult | Promise<FilterResult>;
}

/** A filter on one field, or why the operand is none: the message names the field. */
export type ParsedFilter = { readonly filter: FieldFilter } | { readonly problem: Message };

/** A value by which lists find a record through an index. */
export type TermValue = string | number | boolean;
