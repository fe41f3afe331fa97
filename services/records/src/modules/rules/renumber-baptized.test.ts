import { expect, test } from '@jest/globals';
import {
  recordsGetMany,
  recordsList,
  recordsUpdate,
  ServiceError,
  type ExtensionCall,
  type Fields,
  type RecordEvent,
} from '@svc/contracts';
import { captureLog } from '@svc/service-kit/testing';
import { renumberBaptized } from './renumber-baptized.ts';

interface Person {
  readonly baptizers: readonly number[];
  generation?: number;
}

/** Contacts in memory, and what is asked of them; `onWrite` comes before each write. */
class Family {
  readonly people: Map<number, Person>;
  readonly asked: string[] = [];
  onWrite: (id: number) => void = () => {};

  constructor(people: Readonly<Record<number, Person>>) {
    this.people = new Map(Object.entries(people).map(([id, person]) => [Number(id), person]));
  }

  readonly call: ExtensionCall = async (operation, input) => {
    this.asked.push(operation.name);
    const given = input as { ids: number[]; id: number; fields: Fields; query: { baptized_by: number[] } };
    if (operation.name === recordsGetMany.name) return { records: this.#shown(given.ids) } as never;
    if (operation.name === recordsList.name) {
      const { baptized_by: baptizers } = given.query;
      const ids = [...this.people].filter(([, person]) =>
        person.baptizers.some((id) => baptizers.includes(id)),
      );
      return { posts: this.#shown(ids.map(([id]) => id)), total: ids.length } as never;
    }
    this.onWrite(given.id);
    const person = this.people.get(given.id);
    if (person) person.generation = Number(given.fields['baptism_generation']);
    return { ID: given.id } as never;
  };

  get generations(): Record<number, number | undefined> {
    return Object.fromEntries([...this.people].map(([id, { generation }]) => [id, generation]));
  }

  get writes(): number {
    return this.asked.filter((name) => name === recordsUpdate.name).length;
  }

  #shown(ids: readonly number[]): Fields[] {
    return ids.flatMap((id) => {
      const person = this.people.get(id);
      const baptized_by = (person?.baptizers ?? []).map((baptizer) => ({ ID: baptizer }));
      return person ? [{ ID: id, baptized_by, baptism_generation: person.generation }] : [];
    });
  }
}

const changed = (id: number, keys: readonly string[] = ['baptized_by']) =>
  ({ data: { record: { id }, changed: Object.fromEntries(keys.map((key) => [key, {}])) } }) as RecordEvent;

const renumber = (family: Family, event: RecordEvent) =>
  renumberBaptized({ call: family.call, logger: captureLog().log }, event);

/** 1 was baptized by 9; 2 by 1, 3 by 2 and 4 by 3 have numbers as if nobody had baptized 1. */
const shifted = () =>
  new Family({
    9: { baptizers: [], generation: 4 },
    1: { baptizers: [9], generation: 5 },
    2: { baptizers: [1], generation: 1 },
    3: { baptizers: [2], generation: 2 },
    4: { baptizers: [3], generation: 3 },
  });

const renumbered = { 9: 4, 1: 5, 2: 6, 3: 7, 4: 8 };

test('passes a new number on to all who follow', async () => {
  const family = shifted();
  await renumber(family, changed(1));
  expect(family.generations).toEqual(renumbered);
  expect(family.writes).toBe(3);
});

test('looks no further than the next ones while these are as they should be', async () => {
  const family = new Family({
    1: { baptizers: [], generation: 0 },
    2: { baptizers: [1], generation: 1 },
    3: { baptizers: [2], generation: 2 },
  });
  await renumber(family, changed(1));
  expect(family.asked).toEqual([recordsGetMany.name, recordsList.name]);
});

test.each<[string, RecordEvent]>([
  ['an event of something else', changed(1, ['nickname', 'baptized'])],
  ['an event of a contact that is gone', changed(77)],
])('writes nothing after %s', async (_what, event) => {
  const family = shifted();
  await renumber(family, event);
  expect(family.writes).toBe(0);
});

test('comes to the end when it is repeated after it was broken off anywhere', async () => {
  for (const broken of [4, 3, 2]) {
    const family = shifted();
    family.onWrite = (id) => {
      if (id === broken) throw new ServiceError('service_unavailable', 'away');
    };
    await expect(renumber(family, changed(1))).rejects.toThrow('away');
    family.onWrite = () => {};
    await renumber(family, changed(1));
    expect(family.generations).toEqual(renumbered);
  }
});

test('leaves out who can not be written, and goes on with the others', async () => {
  const family = shifted();
  family.onWrite = (id) => {
    if (id === 3) throw new ServiceError('update_post', 'no', { status: 403 });
  };
  await renumber(family, changed(1));
  expect(family.generations).toEqual({ ...renumbered, 3: 2 });
});

test('takes in what others change meanwhile', async () => {
  const family = shifted();
  family.onWrite = (id) => {
    if (id === 4) family.people.set(9, { baptizers: [], generation: 10 });
  };
  await renumber(family, changed(1));
  expect(family.generations).toEqual({ 9: 10, 1: 11, 2: 12, 3: 13, 4: 14 });
});

test('gives up for now when others change the same contacts again and again', async () => {
  const family = shifted();
  let generation = 4;
  family.onWrite = () => family.people.set(9, { baptizers: [], generation: (generation += 1) });
  await expect(renumber(family, changed(1))).rejects.toThrow('again and again');
});
