/** Who may see a record, as the engine filters by it. */
export interface EntryVisibility {
  /** Ids of the users the record is shared with. */
  readonly viewers: readonly number[];
  /** The record's `type` field; empty where there is none. */
  readonly type: string;
  readonly sources: readonly string[];
}

/** A record as the engine has it. Every key is there in each entry: the engine refuses to search in one it never saw. */
export interface RecordEntry extends EntryVisibility {
  readonly id: number;
  readonly post_type: string;
  readonly version: number;
  readonly name: string;
  /** The name as it is searched: see `foldText`. */
  readonly name_folded: string;
  /** By what else the words of the name are found: see `wordEnds` and `joinedWords`. */
  readonly name_ends: readonly string[];
  /** Texts of its channels and other searchable fields. */
  readonly texts: readonly string[];
  /** At the place of each text the ends of its words, separated by spaces. */
  readonly text_ends: readonly string[];
}

/** A comment as the engine has it, with who may see its record. */
export interface CommentEntry extends EntryVisibility {
  readonly id: number;
  readonly record_id: number;
  readonly post_type: string;
  readonly version: number;
  /** As it is shown. */
  readonly content: string;
  /** As it is searched: without markup. */
  readonly text: string;
  /** Telephone numbers in it and their ends: see `numberEnds`. */
  readonly numbers: readonly string[];
}
