/** How a text matches, the best first: it has the words asked for, words like them, or only a part of words, by which lists find it. */
export const matches = ['words', 'similar words', 'part'] as const;

/** A text in which was found what was asked for. */
export interface FoundText {
  readonly text: string;
  /** The version of the record or comment that has this text, as far as who found it knows. */
  readonly version: number;
  readonly match: (typeof matches)[number];
}

/** A comment in which it was found. */
export interface FoundComment extends FoundText {
  readonly id: number;
}

/** A record that a search may show, and where the text was found. */
export interface Candidate {
  readonly id: number;
  /** The query is the record's id. */
  readonly isId?: boolean;
  readonly name?: FoundText;
  /** One of the texts of its channels and fields. */
  readonly meta?: FoundText;
  readonly comment?: FoundComment;
}
