import { type MessageTemplate, msg, asMessage, type Message } from '@svc/contracts';
import { entryId, newEntryId } from '../shared/entry-id.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { problem, shown, type Parsed } from '../../model/field-type/problem.ts';
import { isObject } from '../../model/is-object.ts';
import { jsonProblem } from '../shared/json-problem.ts';
import { parseMoment } from '../shared/parse-moment.ts';
import { isBlank, maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { type EntriesChange, isOn, parseEntries } from '../shared/values-write.ts';

/** The content of a task: a text, or an object of the client's own form. */
export type TaskValue = string | Readonly<Record<string, unknown>>;

/** A task without its id. */
export interface TaskContent {
  readonly value: TaskValue;
  /** Due date, in Unix seconds. */
  readonly date: number;
  readonly category: string | null;
}

/** A write to tasks: tasks to add, change and remove; `force` removes all others. */
export type TaskChange = EntriesChange<TaskEntryChange>;

/** The change of one task; `task` has only the attributes to change. */
export type TaskEntryChange =
  | { readonly kind: 'add'; readonly id: string; readonly task: TaskContent }
  | { readonly kind: 'change'; readonly id: string; readonly task: Partial<TaskContent> }
  | { readonly kind: 'remove'; readonly id: string };

const code = 'update_post_user_meta_fields';

/** Parses `{values: [{value, date?, category?} | {id, value?, date?, category?} | {id, delete: true}]}` (docs/guides/writing-a-record.md#values-of-a-field). */
export function parseTaskWrite(input: unknown, field: DeclaredField): Parsed<TaskChange> {
  const named = new Set<string>();
  const parseOnce = (value: unknown): Parsed<TaskEntryChange> => {
    const parsed = parseEntry(value, field);
    if ('problem' in parsed) return parsed;
    const { kind, id } = parsed.change;
    if (kind !== 'add' && named.has(id))
      return problem(msg`a request may name a task only once: ${field.key}, received ${id} twice`, code);
    named.add(id);
    return parsed;
  };
  return parseEntries(input, field, { code, parseEntry: parseOnce });
}

export function wrongTask(wrong: Message, field: DeclaredField) {
  return problem(msg`task ${asMessage(wrong)}: ${field.key}`, code);
}

/** Why a value cannot be the value of a task; undefined when it can, or when it is absent. */
export function taskValueProblem(value: unknown): MessageTemplate | undefined {
  if (value === undefined || value === null) return undefined;
  const text = textOf(value);
  if (!isObject(value) && text === undefined)
    return msg`value must be a string or an object, received ${shown(value)}`;
  const wrong = isObject(value) ? jsonProblem(value, maxLineLength) : textProblem(text ?? '', maxLineLength);
  return wrong ? msg`value ${wrong}` : undefined;
}

/** The refusal of an id that is not one of the user's tasks. */
export function notFound(id: unknown, field: DeclaredField) {
  const message = msg`A field for key ${field.key} with id ${shown(id)} was not found for this user on this post`;
  return problem(message, code);
}

function parseEntry(input: unknown, field: DeclaredField): Parsed<TaskEntryChange> {
  const missing = problem(msg`Missing 'value' or 'id' key on field: ${field.key}`, code);
  if (!isObject(input)) return missing;
  const { id: given, delete: remove } = input;
  const id = entryId(given);
  if (!isBlank(given) && id === undefined) return notFound(given, field);
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

/** Parses the attributes that an entry has; an empty date counts as absent. */
function parseTaskContent(
  { value, date, category }: Readonly<Record<string, unknown>>,
  field: DeclaredField,
): Parsed<Partial<TaskContent>> {
  const seconds = isBlank(date) ? undefined : parseMoment(date);
  if (!isBlank(date) && seconds === undefined)
    return problem(
      msg`task date must be yyyy-mm-dd or a Unix timestamp: ${field.key}, received ${shown(date)}`,
      code,
    );
  const wrong = taskValueProblem(value) ?? categoryProblem(category);
  if (wrong) return wrongTask(wrong, field);
  return {
    change: {
      ...(value === undefined || value === null ? {} : { value: textOf(value) ?? (value as TaskValue) }),
      ...(seconds === undefined ? {} : { date: seconds }),
      ...(category === undefined ? {} : { category: category === null ? null : (textOf(category) ?? null) }),
    },
  };
}

function categoryProblem(category: unknown): MessageTemplate | undefined {
  if (category === undefined || category === null) return undefined;
  const text = textOf(category);
  const wrong =
    text === undefined
      ? msg`must be a string, received ${shown(category)}`
      : textProblem(text, maxLineLength);
  return wrong ? msg`category ${wrong}` : undefined;
}
