/** Who may see a record, as the engine filters by it. */
export interface EntryVisibility {
  /** Ids of the users the record is shared with. */
  readonly viewers: readonly number[];
  /** The record's `type` field; empty where there is none. */
  readonly type: string;
  readonly sources: readonly string[];
}

/** A record as the engine has it. */
export interface RecordEntry extends EntryVisibility {
  readonly id: number;
  readonly post_type: string;
  readonly version: number;
  readonly name: string;
  /** Ends of the words of the name: see `wordEnds`. */
  readonly name_ends: readonly string[];
  readonly texts: readonly TextEntry[];
}

/** One searchable text of a record and where it comes from. */
export interface TextEntry {
  readonly field: string;
  readonly text: string;
  readonly ends: readonly string[];
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
}
