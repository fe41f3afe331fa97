import { msg } from '@svc/contracts';
import { entryId, newEntryId } from '../shared/entry-id.ts';
import { problem, shown, type Field, type Parsed } from '../../model/field.ts';
import { parseTaskContent, type TaskContent } from './task-content.ts';
import { isOn, maxValues, tooManyValues, valuesOf } from '../shared/values-write.ts';

/** A write to tasks: tasks to add, change and remove; `force` removes all others. */
export interface TaskChange {
  readonly force: boolean;
  readonly entries: readonly TaskEntryChange[];
}

/** The change of one task; `task` has only the attributes to change. */
export type TaskEntryChange =
  | { readonly kind: 'add'; readonly id: string; readonly task: TaskContent }
  | { readonly kind: 'change'; readonly id: string; readonly task: Partial<TaskContent> }
  | { readonly kind: 'remove'; readonly id: string };

const code = 'update_post_user_meta_fields';

/** Parses `{values: [{value, date?, category?} | {id, value?, date?, category?} | {id, delete: true}]}` (docs/writing-a-record.md#what-a-field-takes). */
export function parseTaskWrite(input: unknown, field: Field): Parsed<TaskChange> {
  const write = valuesOf(input);
  if (!write) return problem(msg`missing values field on: ${field.key}`, code);
  if (write.values.length > maxValues) return problem(tooManyValues(field), code);
  const entries: TaskEntryChange[] = [];
  const named = new Set<string>();
  for (const value of write.values) {
    const parsed = parseEntry(value, field);
    if ('problem' in parsed) return parsed;
    const { kind, id } = parsed.change;
    if (kind !== 'add' && named.has(id))
      return problem(msg`a request may name a task only once: ${field.key}, received ${id} twice`, code);
    named.add(id);
    entries.push(parsed.change);
  }
  return { change: { force: write.force, entries } };
}

function parseEntry(input: unknown, field: Field): Parsed<TaskEntryChange> {
  const missing = problem(msg`Missing 'value' or 'id' key on field: ${field.key}`, code);
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return missing;
  const { id: given, delete: remove } = input as Record<string, unknown>;
  const isNew = given === undefined || given === null || given === '';
  const id = entryId(given);
  if (!isNew && id === undefined) return notFound(given, field);
  if (id === undefined && isOn(remove)) return missing;
  if (id !== undefined && isOn(remove)) return { change: { kind: 'remove', id } };
  const parsed = parseTaskContent(input, field);
  if ('problem' in parsed) return parsed;
  const task = parsed.change;
  if (id !== undefined) return { change: { kind: 'change', id, task } };
  const { value, date = Math.floor(Date.now() / 1000), category = null } = task;
  if (value === undefined) return missing;
  return { change: { kind: 'add', id: newEntryId(), task: { value, date, category } } };
}

/** The refusal of an id that is not one of the user's tasks. */
export function notFound(id: unknown, field: Field) {
  const message = msg`A field for key ${field.key} with id ${shown(id)} was not found for this user on this post`;
  return problem(message, code);
}
