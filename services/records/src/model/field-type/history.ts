import type { Message } from '@svc/contracts';
import type { ActivityDraft, ActivityRow } from '../activity-row.ts';
import type { ReadContext } from '../read-context.ts';
import type { DeclaredField } from './declared-field.ts';

/** How the history records changes of a type, shows them and reverts them. */
export interface HistoryGroup<Stored> {
  /** History rows of a change. Only called if the value did change. */
  activity(
    before: Stored | undefined,
    after: Stored | undefined,
    field: DeclaredField,
  ): readonly ActivityDraft[];
  /** The text the history shows for a row (docs/guides/history.md#rows); "" hides the row. */
  note(row: NotedRow, field: DeclaredField, context: ReadContext): Message;
  /**
   * Adapts the entries of a write that reverts changes to the current stored value. Without this method they are written as the history
   * rows contain them.
   */
  revertEntries?(
    entries: readonly Readonly<Record<string, unknown>>[],
    stored: Stored | undefined,
  ): readonly unknown[];
  /** Users whose names the note of a row needs. */
  userIdsOfRow?(row: NotedRow): readonly number[];
  /** Records and rows of the location grid whose names the note of a row needs. */
  recordsOfRow?(row: NotedRow): readonly number[];
  placesOfRow?(row: NotedRow): readonly number[];
}

/** The parts of a history row from which its note is made. */
export type NotedRow = Pick<
  ActivityRow,
  'recordId' | 'action' | 'metaKey' | 'metaValue' | 'oldValue' | 'objectNote'
>;
