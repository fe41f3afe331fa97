/** The visibility of a record, as fields to filter by. */
export interface EntryVisibility {
  /** Ids of the users with whom the record is shared. */
  readonly viewers: readonly number[];
  /** The record's `type` field; empty if missing. */
  readonly type: string;
  readonly sources: readonly string[];
}

/** The entry of a record. All keys are always present, because the engine refuses to search in a key that no entry has. */
export interface RecordEntry extends EntryVisibility {
  readonly id: number;
  readonly post_type: string;
  readonly version: number;
  readonly name: string;
  /** The name in searchable form: see `foldText`. */
  readonly name_folded: string;
  /** Further words that find the name: see `wordEnds` and `joinedWords`. */
  readonly name_ends: readonly string[];
  /** Texts of communication channels and other searchable fields. */
  readonly texts: readonly string[];
  /** The ends of the words in each text, at the same position, separated by spaces. */
  readonly text_ends: readonly string[];
}

/** The entry of a comment, with the visibility of its record. */
export interface CommentEntry extends EntryVisibility {
  readonly id: number;
  readonly record_id: number;
  readonly post_type: string;
  readonly version: number;
  /** The content for display. */
  readonly content: string;
  /** The content for searching, without markup. */
  readonly text: string;
  /** Telephone numbers in the content and their ends: see `numberEnds`. */
  readonly numbers: readonly string[];
}
