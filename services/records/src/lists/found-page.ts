import type { RecordVersion } from '../model/record.ts';
import type { Cursor } from '../store/page-cursors.ts';

/** The records of a page as of the snapshot, and the total of the list. */
export interface FoundPage {
  readonly records: readonly RecordVersion[];
  readonly total: number;
  /** Ids that include all records of the list; undefined when they are not known. */
  readonly among?: readonly number[] | undefined;
  /** Where the page ends; undefined for the last page, and for orders without a cursor. */
  readonly end: Cursor | undefined;
  /** Present for a page of the name index: its records may have other versions in the snapshot. */
  readonly indexed?: {
    /** The records in which the reader has private values. */
    readonly withOwnValues: readonly number[];
  };
}
