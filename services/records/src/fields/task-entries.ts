import type { TaskContent, TaskValue } from './task-content.ts';
import type { TaskChange, TaskEntryChange } from './task-write.ts';

/** A stored task: the id is digits, the date Unix seconds, the value its JSON: a client's keys stay out of the database. */
export interface TaskEntry extends Omit<TaskContent, 'value'> {
  readonly id: string;
  readonly value: string;
}

/** The tasks after a write, in the order in which they came. */
export function applyToTasks(before: readonly TaskEntry[], change: TaskChange): TaskEntry[] {
  const tasks = new Map(before.map((task) => [task.id, task]));
  for (const entry of change.entries) applyEntry(tasks, entry);
  const named = new Set(change.entries.map(({ id }) => id));
  return [...tasks.values()].filter(({ id }) => !change.force || named.has(id));
}

/** A stored value as clients read it. */
export function taskValueOf(task: TaskEntry): TaskValue {
  return JSON.parse(task.value) as TaskValue;
}

/** The value after a change of it; of two objects the keys of the later one win. */
export function mergedValue(task: TaskEntry, value: TaskValue): TaskValue {
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

/** A task after a change of it. */
export function changedTask(task: TaskEntry, { value, ...rest }: Partial<TaskContent>): TaskEntry {
  const text = value === undefined ? task.value : JSON.stringify(mergedValue(task, value));
  return { ...task, ...rest, value: text };
}
