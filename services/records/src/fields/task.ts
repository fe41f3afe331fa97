import { isDeepStrictEqual } from 'node:util';
import { say } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import type { Field, FieldProblem, FieldType } from './field-type.ts';
import { keyedDelta } from './keyed-delta.ts';
import { taskValueProblem, wrongTask } from './task-content.ts';
import { applyToTasks, changedTask, mergedValue, taskValueOf, type TaskEntry } from './task-entries.ts';
import { notFound, parseTaskWrite, type TaskChange } from './task-write.ts';

type Tasks = readonly TaskEntry[];

/** What a user plans with a record, for himself alone: no history and no event tells of it. */
export const task: FieldType<Tasks, TaskChange> = {
  name: 'task',
  keptIn: 'always private',

  parse: (input, field) => parseTaskWrite(input, field),
  check: (before, change, field) => changeProblem(before ?? [], change, field),
  apply(before, change) {
    const tasks = applyToTasks(before ?? [], change);
    return tasks.length === 0 ? undefined : tasks;
  },

  read: (stored) =>
    stored?.map((entry) => ({
      id: entry.id,
      value: taskValueOf(entry),
      date: utcText(new Date(entry.date * 1000)),
      category: entry.category,
    })),
  // What is due first.
  sortKey: (stored) => stored.reduce((first, { date }) => Math.min(first, date), Infinity),

  delta: (before, after) => keyedDelta(before, after, ({ id }) => id),
  activity: () => [],
  note: () => '',
};

/** A task that the user does not have, or one that grows too large by what is merged into it. */
function changeProblem(before: Tasks, change: TaskChange, field: Field): FieldProblem | undefined {
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

/** Facts of field errors: who changes a task into what it is has not seen what it is. */
function unchanged(field: Field): FieldProblem {
  return { code: 'update_post_user_meta_fields', message: say`Something wrong on field: ${field.key}` };
}
