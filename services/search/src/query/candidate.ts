/** A text in which the engine has found what was asked for. */
export interface FoundText {
  readonly text: string;
  /** The version of the record or comment that has this text, as far as the index knows. */
  readonly version: number;
  /** It holds words that are like those asked for, not these. */
  readonly isSimilar: boolean;
}

/** A comment that the engine has found. */
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
