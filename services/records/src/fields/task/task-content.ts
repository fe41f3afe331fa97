import { type MessageTemplate, msg, asMessage, type Message } from '@svc/contracts';
import { problem, shown, type Field, type Parsed } from '../../model/field.ts';
import { jsonProblem } from '../shared/json-problem.ts';
import { parseMoment } from '../shared/parse-moment.ts';
import { maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';

/** The content of a task: a text, or an object of the client's own form. */
export type TaskValue = string | Readonly<Record<string, unknown>>;

/** A task without its id. */
export interface TaskContent {
  readonly value: TaskValue;
  /** Due date, in Unix seconds. */
  readonly date: number;
  readonly category: string | null;
}

const code = 'update_post_user_meta_fields';

/** Parses the attributes that an entry has; an empty date counts as absent. */
export function parseTaskContent(input: object, field: Field): Parsed<Partial<TaskContent>> {
  const { value, date, category } = input as Record<string, unknown>;
  const isDated = date !== undefined && date !== null && date !== '';
  const seconds = isDated ? parseMoment(date) : undefined;
  if (isDated && seconds === undefined)
    return problem(
      msg`task date must be yyyy-mm-dd or a Unix timestamp: ${field.key}, received ${shown(date)}`,
      code,
    );
  const wrong = taskValueProblem(value) ?? categoryProblem(category);
  if (wrong) return wrongTask(wrong, field);
  return {
    change: {
      ...(value === undefined || value === null ? {} : { value: taskValue(value) }),
      ...(seconds === undefined ? {} : { date: seconds }),
      ...(category === undefined ? {} : { category: category === null ? null : (textOf(category) ?? null) }),
    },
  };
}

export function wrongTask(wrong: Message, field: Field) {
  return problem(msg`task ${asMessage(wrong)}: ${field.key}`, code);
}

/** Why a value cannot be the value of a task; undefined when it can, or when it is absent. */
export function taskValueProblem(value: unknown): MessageTemplate | undefined {
  if (value === undefined || value === null) return undefined;
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const text = textOf(value);
  if (!isObject && text === undefined)
    return msg`value must be a text or an object, received ${shown(value)}`;
  const wrong = isObject ? jsonProblem(value, maxLineLength) : textProblem(text ?? '', maxLineLength);
  return wrong ? msg`value ${wrong}` : undefined;
}

function categoryProblem(category: unknown): MessageTemplate | undefined {
  if (category === undefined || category === null) return undefined;
  const text = textOf(category);
  const wrong =
    text === undefined ? msg`must be a text, received ${shown(category)}` : textProblem(text, maxLineLength);
  return wrong ? msg`category ${wrong}` : undefined;
}

function taskValue(value: unknown): TaskValue {
  return textOf(value) ?? (value as Readonly<Record<string, unknown>>);
}
