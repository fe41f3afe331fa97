import type { EndChange } from '../connections/reconnect.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { RecordDocument } from '../model/record.ts';
import type { FieldChange, Revision } from '../revision/revision.ts';
import type { ExtraComment } from '../write/extract-extras.ts';

/** What a merge asks: an update of the record that goes on, and one that archives the other. */
export interface Merge {
  readonly postType: PostType;
  readonly values: readonly FieldChange[];
  readonly archival: readonly FieldChange[];
  /** The fields that the client chose values for. */
  readonly chosen: ReadonlySet<string>;
  /** Users who get a record shared, by record. */
  readonly shares: ReadonlyMap<number, ReadonlySet<number>>;
  /** Whether the comments of the record that is given up go to the other one. */
  readonly movesComments: boolean;
  /** Notes that come with the values. */
  readonly comments: readonly ExtraComment[];
}

/** The two records of a merge as they were read. */
export interface MergedStates {
  /** The one that goes on. */
  readonly primary: RecordState<RecordDocument>;
  /** The one that is given up. */
  readonly archiving: RecordState<RecordDocument>;
}

/** One of the two on its way: its next version, what happened to its connections, and the caller's private values. */
export interface MergedRevision {
  readonly revision: Revision;
  readonly ends: readonly EndChange[];
  readonly privateValues: Readonly<Record<string, unknown>> | undefined;
}
