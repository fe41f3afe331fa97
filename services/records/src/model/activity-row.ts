import type { End } from './edge.ts';

/** The new value in the history row of a removed value (docs/guides/history.md#rows). */
export const valueDeleted = 'value_deleted';

/** A history row before it has an id, a time and an author. */
export interface ActivityDraft {
  readonly action: string;
  readonly objectSubtype: string;
  readonly metaKey: string;
  readonly metaValue: string;
  readonly oldValue: string;
  readonly fieldType: string;
  /** The stored note; the list shows a template instead. */
  readonly objectNote: string;
  /** Identifies the value that the row is about; the row's `meta_id` is derived from it. */
  readonly valueKey: string;
  /** The connection that the row is about: the rows of both records have the same `meta_id`. */
  readonly edge?: { readonly end: End; readonly otherId: number };
  /** Whether the history list shows the row. */
  readonly listed: boolean;
  /** The write that reverts the change; absent if nothing does. */
  readonly undo?: Undo;
}

/** The write that reverts a history row, in the form in which clients write the field (docs/guides/writing-a-record.md#values-of-a-field). */
export interface Undo {
  /** The whole value, or one entry of `values`. */
  readonly write: unknown;
  /** Which of the field's several values the entry is about; absent for fields with one value. */
  readonly entry?: string;
}

/** Projection of history reads: `undo` may be as large as a value, and only a revert needs it. */
export const withoutUndo = { undo: 0 } as const;

/** One row of a record's history as it is stored (docs/guides/history.md#rows). */
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
