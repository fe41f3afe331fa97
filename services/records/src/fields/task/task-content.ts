import { type Said, say, saying, type Saying } from '@svc/contracts';
import { problem, shown, type Field, type Parsed } from '../../model/field.ts';
import { jsonProblem } from '../shared/json-problem.ts';
import { parseMoment } from '../shared/parse-moment.ts';
import { longestLine, textOf, textProblem } from '../shared/plain-text.ts';

/** What people plan: a text, or an object as the client likes it. */
export type TaskValue = string | Readonly<Record<string, unknown>>;

/** A task without its id. */
export interface TaskContent {
  readonly value: TaskValue;
  /** When it is due, in Unix seconds. */
  readonly date: number;
  readonly category: string | null;
}

const code = 'update_post_user_meta_fields';

/** What an entry says of a task; an empty date is none. */
export function parseTaskContent(input: object, field: Field): Parsed<Partial<TaskContent>> {
  const { value, date, category } = input as Record<string, unknown>;
  const isDated = date !== undefined && date !== null && date !== '';
  const seconds = isDated ? parseMoment(date) : undefined;
  if (isDated && seconds === undefined)
    return problem(
      say`task date must be yyyy-mm-dd or a Unix timestamp: ${field.key}, received ${shown(date)}`,
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

/** The refusal of a task for something that is wrong with it. */
export function wrongTask(wrong: Saying, field: Field) {
  return problem(say`task ${saying(wrong)}: ${field.key}`, code);
}

/** What keeps a value from being one of a task, undefined and null included: those are none. */
export function taskValueProblem(value: unknown): Said | undefined {
  if (value === undefined || value === null) return undefined;
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const text = textOf(value);
  if (!isObject && text === undefined)
    return say`value must be a text or an object, received ${shown(value)}`;
  const wrong = isObject ? jsonProblem(value, longestLine) : textProblem(text ?? '', longestLine);
  return wrong ? say`value ${wrong}` : undefined;
}

function categoryProblem(category: unknown): Said | undefined {
  if (category === undefined || category === null) return undefined;
  const text = textOf(category);
  const wrong =
    text === undefined ? say`must be a text, received ${shown(category)}` : textProblem(text, longestLine);
  return wrong ? say`category ${wrong}` : undefined;
}

function taskValue(value: unknown): TaskValue {
  return textOf(value) ?? (value as Readonly<Record<string, unknown>>);
}
