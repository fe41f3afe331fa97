import { isDeepStrictEqual } from 'node:util';
import { msg } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import type { FieldProblem } from '../../model/field-type/problem.ts';
import { listDelta } from '../shared/list-delta.ts';
import {
  notFound,
  parseTaskWrite,
  type TaskChange,
  type TaskContent,
  type TaskEntryChange,
  type TaskValue,
  taskValueProblem,
  wrongTask,
} from './task-write.ts';

type Tasks = readonly TaskEntry[];

/** A user's private tasks for a record: their changes appear in no history and no event. */
export const task: FieldType<Tasks, TaskChange> = {
  name: 'task',
  storedAs: 'array',
  storage: 'always private',

  write: {
    parse: (input, field) => parseTaskWrite(input, field),
    check: (before, change, field) => changeProblem(before ?? [], change, field),
    apply(before, change) {
      const tasks = applyToTasks(before ?? [], change);
      return tasks.length === 0 ? undefined : tasks;
    },
    delta: (before, after) => listDelta(before, after, ({ id }) => id),
  },

  read: {
    shape: (stored) =>
      stored?.map((entry) => ({
        id: entry.id,
        value: taskValueOf(entry),
        date: utcText(new Date(entry.date * 1000)),
        category: entry.category,
      })),
  },

  query: {
    // The earliest due date.
    sortKey: (stored) => stored.reduce((first, { date }) => Math.min(first, date), Infinity),
  },
};

/** The older name under which reminders are declared. */
export const postUserMeta: typeof task = { ...task, name: 'post_user_meta', storedLike: 'task' };

/** Refuses changes of tasks that the user does not have, that make a merged value too large, or that change nothing. */
function changeProblem(before: Tasks, change: TaskChange, field: DeclaredField): FieldProblem | undefined {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  for (const entry of change.entries) {
    if (entry.kind === 'add') continue;
    const former = known.get(entry.id);
    if (!former) return notFound(entry.id, field).problem;
    const value = entry.kind === 'change' ? entry.task.value : undefined;
    const merged = value === undefined ? undefined : mergedValue(former, value);
    const wrong = typeof merged === 'object' ? taskValueProblem(merged) : undefined;
    if (wrong) return wrongTask(wrong, field).problem;
    if (entry.kind === 'change' && isDeepStrictEqual(changedTask(former, entry.task), former))
      return unchanged(field);
  }
  return undefined;
}

/** Refuses a change that leaves the task as it is: the client has an outdated view of it. */
function unchanged(field: DeclaredField): FieldProblem {
  return { code: 'update_post_user_meta_fields', message: msg`Something wrong on field: ${field.key}` };
}

/** A stored task: the id is digits, the date Unix seconds, the value JSON text, so that client keys stay out of the database. */
interface TaskEntry extends Omit<TaskContent, 'value'> {
  readonly id: string;
  readonly value: string;
}

/** The tasks after a write, in the order in which they came. */
function applyToTasks(before: readonly TaskEntry[], change: TaskChange): TaskEntry[] {
  const tasks = new Map(before.map((task) => [task.id, task]));
  for (const entry of change.entries) applyEntry(tasks, entry);
  const named = new Set(change.entries.map(({ id }) => id));
  return [...tasks.values()].filter(({ id }) => !change.force || named.has(id));
}

/** A stored value as clients read it. */
function taskValueOf(task: TaskEntry): TaskValue {
  return JSON.parse(task.value) as TaskValue;
}

/** The value after a change; of two objects, keys of the new one win. */
function mergedValue(task: TaskEntry, value: TaskValue): TaskValue {
  const former = taskValueOf(task);
  return typeof former === 'object' && typeof value === 'object' ? { ...former, ...value } : value;
}

function applyEntry(tasks: Map<string, TaskEntry>, entry: TaskEntryChange): void {
  const { id } = entry;
  const known = tasks.get(id);
  if (entry.kind === 'remove') tasks.delete(id);
  else if (entry.kind === 'add')
    tasks.set(id, { id, ...entry.task, value: JSON.stringify(entry.task.value) });
  else if (known) tasks.set(id, changedTask(known, entry.task));
}

function changedTask(task: TaskEntry, { value, ...rest }: Partial<TaskContent>): TaskEntry {
  const text = value === undefined ? task.value : JSON.stringify(mergedValue(task, value));
  return { ...task, ...rest, value: text };
}
