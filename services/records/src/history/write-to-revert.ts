import { msg, ServiceError, type Fields, type Message } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { ActivityRow, Undo } from '../model/activity-row.ts';

/** The part of a row that is needed to revert its change. */
export type RevertibleRow = Pick<ActivityRow, '_id' | 'objectSubtype' | 'version' | 'position' | 'undo'>;

type Entry = Readonly<Record<string, unknown>>;

/**
 * The write, as a client would send it, that reverts the changes of these rows: for a field with one value, the value before the first
 * change; for a field with several, the former state of each changed value.
 * @throws ServiceError `revert_activity` for a row that cannot be reverted.
 */
export function writeToRevert(
  rows: readonly RevertibleRow[],
  postType: PostType,
  record: Pick<RecordDocument, 'fields'>,
): Fields {
  const oldestFirst = rows.toSorted(
    (one, other) => one.version - other.version || one.position - other.position,
  );
  const writes = [...Map.groupBy(oldestFirst, ({ objectSubtype }) => objectSubtype)].map(([key, ofField]) => {
    const undos = ofField.map(undoOf);
    const field = postType.fields.get(key);
    if (!field) throw cannotRevert(msg`${key} is no longer a field of ${postType.key}.`);
    return [key, writeOf(undos, field, record.fields[key])] as const;
  });
  return Object.fromEntries(writes);
}

/** The refusal of a change that cannot be reverted. */
export function cannotRevert(message: Message): ServiceError {
  return new ServiceError('revert_activity', message);
}

function undoOf({ _id: id, undo }: RevertibleRow): Undo {
  if (undo) return undo;
  throw cannotRevert(
    msg`The item ${id} of the history is not the change of a value; there is nothing to undo.`,
  );
}

function writeOf(undos: readonly Undo[], field: Field, stored: unknown): unknown {
  const entries = new Map<string, Entry>();
  for (const { entry, write } of undos) {
    if (entry === undefined) return write;
    // The older of two changes has the former state.
    entries.set(entry, { ...(write as Entry), ...entries.get(entry) });
  }
  const values = [...entries.values()];
  return { values: field.type.revertEntries?.(values, stored) ?? values };
}
