/** A record that a search may show, and where the text was found. */
export interface Candidate {
  readonly id: number;
  /** The text is in the name. */
  readonly inName: boolean;
  /** The text of the record, or the comment, that it was found in. */
  readonly meta?: string;
  readonly comment?: string;
  /** The query is the record's id. */
  readonly isId?: boolean;
}
