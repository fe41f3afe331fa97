import type { OutputOf, recordsPostTypes, recordsViewable } from '@svc/contracts';

/**
 * How a text matches the query, best first: it contains the words, similar words, or the query within words, as lists
 * match.
 */
export const matches = ['words', 'similar words', 'part'] as const;

/** A text that matches the query. */
export interface FoundText {
  readonly text: string;
  /** The version of the record or comment that has this text, as far as its source knows. */
  readonly version: number;
  readonly match: (typeof matches)[number];
}

/** A matching comment. */
export interface FoundComment extends FoundText {
  readonly id: number;
}

/** A record that may be a hit, with the texts that matched. */
export interface Candidate {
  readonly id: number;
  /** Whether the query is the record's id. */
  readonly isId?: boolean;
  readonly name?: FoundText;
  /** A text of a communication channel or another field. */
  readonly meta?: FoundText;
  readonly comment?: FoundComment;
}

/** A record in the form in which the records service shows it to a caller who may view it. */
export type HitRecord = OutputOf<typeof recordsViewable>['records'][number];

/** A candidate that the caller may view, with confirmed matches only. */
export interface Hit {
  readonly candidate: Candidate;
  readonly record: HitRecord;
}

/** A post type that the caller may access. */
export type PostType = OutputOf<typeof recordsPostTypes>['post_types'][number];
