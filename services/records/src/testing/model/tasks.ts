import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { madeUp, refused, type ModelPlans } from './model-write.ts';
import { flag } from './sets.ts';

interface Task {
  readonly id: string;
  readonly value: unknown;
  readonly date: string;
  readonly category: string | null;
}

interface Written {
  readonly id?: string;
  readonly value?: unknown;
  readonly date?: string;
  readonly category?: string | null;
  readonly delete?: boolean;
}

const value = fc.constantFrom<unknown>('call', 7, { note: 'a' }, { status: 'done', deep: { $gt: [] } });
const date = fc.constantFrom('2030-01-02', '1999-12-31');
const category = fc.constantFrom('reminder', '', null);

const planned = fc.oneof(
  fc.record({ value, date, category }, { requiredKeys: ['value', 'date'] }),
  fc.record({ place: fc.nat(2), value, date, category }, { requiredKeys: ['place'] }),
  fc.record({ place: fc.nat(2), delete: fc.constant(true) }),
);

/** Writes of tasks: new ones, and changes and removals of those that are there, each once. */
export const tasks: ModelPlans = fc
  .tuple(fc.array(planned, { maxLength: 3 }), flag)
  .map(([plans, [isForced, force]]) => (read) => {
    const known = tasksOf(read);
    const named = new Set<number>();
    const written = plans.flatMap((plan): Written[] => {
      if (!('place' in plan)) return [plan];
      const { place, ...change } = plan;
      const id = known[place]?.id;
      if (id === undefined || named.has(place)) return [];
      named.add(place);
      return [{ ...change, id }];
    });
    return {
      input: { values: written, force_values: force },
      next: (before) => applied(tasksOf(before), written, isForced),
    };
  });

function tasksOf(read: unknown): readonly Task[] {
  return (read ?? []) as Task[];
}

function applied(before: readonly Task[], written: readonly Written[], force: boolean): unknown {
  if (written.some(({ id }) => id !== undefined && !before.some((task) => task.id === id))) return refused;
  if (written.some((entry) => changesNothing(entry, before))) return refused;
  const added = written.filter(({ id }) => id === undefined).map((entry) => changed(entry));
  const kept = before.flatMap((task) => {
    const entry = written.find(({ id }) => id === task.id);
    if (!entry) return force ? [] : [task];
    return entry.delete ? [] : [changed(entry, task)];
  });
  const left = [...kept, ...added];
  return left.length === 0 ? undefined : left;
}

/** A change of a task into what it is. */
function changesNothing(entry: Written, before: readonly Task[]): boolean {
  const task = before.find(({ id }) => id === entry.id);
  return task !== undefined && !entry.delete && isDeepStrictEqual(changed(entry, task), task);
}

function changed({ value, date, category }: Written, task?: Task): Task {
  return {
    id: task?.id ?? madeUp,
    value: value === undefined ? task?.value : merged(task?.value, value),
    date: date === undefined ? (task?.date ?? '') : `${date} 00:00:00`,
    category: category === undefined ? (task?.category ?? null) : category,
  };
}

function merged(before: unknown, value: unknown): unknown {
  if (typeof value !== 'object') return `${value as string | number}`;
  return typeof before === 'object' ? { ...before, ...value } : value;
}
