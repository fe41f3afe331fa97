import type { EndChange } from '../connections/reconnect.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { RecordDocument } from '../model/record.ts';
import type { FieldChange, Revision } from '../revision/revision.ts';
import type { ExtraComment } from '../write/extract-extras.ts';

/** A requested merge: an update of the primary record, and one that archives the duplicate. */
export interface Merge {
  readonly postType: PostType;
  readonly values: readonly FieldChange[];
  readonly archival: readonly FieldChange[];
  /** Keys of the fields for which the client chose values. */
  readonly chosen: ReadonlySet<string>;
  /** Users to share records with, by record id. */
  readonly shares: ReadonlyMap<number, ReadonlySet<number>>;
  /** Whether the comments of the duplicate move to the primary record. */
  readonly movesComments: boolean;
  /** Comments that the client sent with the values. */
  readonly comments: readonly ExtraComment[];
}

/** The two records of a merge as they were read. */
export interface MergedStates {
  readonly primary: RecordState<RecordDocument>;
  /** The record that gets archived. */
  readonly archiving: RecordState<RecordDocument>;
}

/** The next version of one of the two records, the changes of its connections, and the caller's private values in it. */
export interface MergedRevision {
  readonly revision: Revision;
  readonly ends: readonly EndChange[];
  readonly privateValues: Readonly<Record<string, unknown>> | undefined;
}
