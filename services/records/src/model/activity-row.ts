import type { End } from './edge.ts';

/** What the history writes for a removed value in place of the new one (docs/history.md#what-is-recorded). */
export const valueDeleted = 'value_deleted';

/** One row of a change, before it has an id, a time and an author. */
export interface ActivityDraft {
  readonly action: string;
  readonly objectSubtype: string;
  readonly metaKey: string;
  readonly metaValue: string;
  readonly oldValue: string;
  readonly fieldType: string;
  /** The stored note; the list shows a template instead. */
  readonly objectNote: string;
  /** Tells rows of the same value from others: what the row's `meta_id` is made of. */
  readonly valueKey: string;
  /** The connection that the row is about: its `meta_id` is the same on both records. */
  readonly edge?: { readonly end: End; readonly otherId: number };
  /** Whether lists show it. */
  readonly listed: boolean;
  /** What makes the change undone; absent where nothing does. */
  readonly undo?: Undo;
}

/** What is written to the row's field to make its change undone, in the form in which clients write it (docs/writing-a-record.md#what-a-field-takes). */
export interface Undo {
  /** The whole value, or one entry of `values`. */
  readonly write: unknown;
  /** Which of the field's several values the entry is; absent for fields with one value. */
  readonly entry?: string;
}

/** What reads of the history leave in the database: it may be as large as a value, and only an undo needs it. */
export const withoutUndo = { undo: 0 } as const;

/** One row of a record's history as it is stored (docs/history.md#what-is-recorded). */
export interface ActivityRow extends Omit<ActivityDraft, 'valueKey' | 'edge'> {
  readonly _id: number;
  readonly postType: string;
  readonly recordId: number;
  readonly objectName: string;
  readonly metaId: number;
  /** The record's version that the change made, and the row's place in it: the order among equal times. */
  readonly version: number;
  readonly position: number;
  /** Unix seconds. */
  readonly time: number;
  readonly actorId: number;
  readonly actorName: string;
  readonly actorRole: string;
}
