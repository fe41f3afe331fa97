import { expect, test } from '@jest/globals';
import {
  recordsGetMany,
  recordsList,
  ServiceError,
  type ExtensionCall,
  type Fields,
  type RecordEvent,
} from '@svc/contracts';
import { captureLog } from '@svc/testing';
import { renumberBaptized } from './renumber-baptized.ts';

interface Person {
  readonly baptizers: readonly number[];
  readonly generation?: number;
  readonly version?: number;
}

/** What the operations are asked, whichever it is. */
interface Asked {
  readonly ids: number[];
  readonly id: number;
  readonly fields: Fields;
  readonly version: number;
  readonly query: { readonly baptized_by: number[] };
}

/** Contacts in memory, and what is asked of them; `onWrite` comes before each write. */
class Family {
  readonly people: Map<number, Person>;
  readonly asked: string[] = [];
  readonly written: number[] = [];
  onWrite: (id: number) => void = () => {};

  constructor(people: Readonly<Record<number, Person>>) {
    this.people = new Map(Object.entries(people).map(([id, person]) => [Number(id), person]));
  }

  set(id: number, generation: number, baptizers = this.people.get(id)?.baptizers ?? []): void {
    const { version = 1 } = this.people.get(id) ?? {};
    this.people.set(id, { baptizers, generation, version: version + 1 });
  }

  readonly call: ExtensionCall = async (operation, input) => {
    this.asked.push(operation.name);
    const { ids, id, fields, version, query } = input as Asked;
    if (operation.name === recordsGetMany.name) {
      const found = ids.flatMap((one) => [...this.people].filter(([known]) => known === one));
      const versions = Object.fromEntries(found.map(([one, person]) => [one, person.version ?? 1]));
      return { records: found.map(shown), versions } as never;
    }
    if (operation.name === recordsList.name) {
      const found = [...this.people].filter(([, { baptizers }]) =>
        baptizers.some((one) => query.baptized_by.includes(one)),
      );
      return { posts: found.map(shown), total: found.length } as never;
    }
    this.onWrite(id);
    if (version !== (this.people.get(id)?.version ?? 1)) throw new ServiceError('write_conflict', 'changed');
    this.set(id, Number(fields['baptism_generation']));
    this.written.push(id);
    return { ID: id } as never;
  };

  get generations(): Record<number, number | undefined> {
    return Object.fromEntries([...this.people].map(([id, { generation }]) => [id, generation]));
  }
}

const shown = ([ID, { baptizers, generation }]: [number, Person]): Fields => ({
  ID,
  baptized_by: baptizers.map((baptizer) => ({ ID: baptizer })),
  baptism_generation: generation,
});

/** What follows from an event of this contact. */
const renumber = ({ call }: Family, id: number) =>
  renumberBaptized({ call, logger: captureLog().log }, { data: { record: { id } } } as RecordEvent);

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

test('renumbering reads only the directly baptized contacts when their generations are correct', async () => {
  const family = new Family({
    1: { baptizers: [], generation: 0 },
    2: { baptizers: [1], generation: 1 },
    3: { baptizers: [2], generation: 2 },
  });
  await renumber(family, 1);
  expect(family.asked).toEqual([recordsGetMany.name, recordsList.name, recordsGetMany.name]);
});

test('renumbering writes nothing after an event of a deleted contact', async () => {
  const family = shifted();
  await renumber(family, 77);
  expect(family.written).toEqual([]);
});

test('renumbering completes when repeated after a failure at any contact', async () => {
  for (const broken of [4, 3, 2]) {
    const family = shifted();
    family.onWrite = (id) => {
      if (id === broken) throw new ServiceError('service_unavailable', 'away');
    };
    await expect(renumber(family, 1)).rejects.toThrow('away');
    family.onWrite = () => {};
    await renumber(family, 1);
    expect(family.generations).toEqual(renumbered);
  }
});

test('renumbering skips contacts that it cannot update, and updates the others', async () => {
  const family = shifted();
  family.onWrite = (id) => {
    if (id === 3) throw new ServiceError('update_post', 'no', { status: 403 });
  };
  await renumber(family, 1);
  expect(family.generations).toEqual({ ...renumbered, 3: 2 });
});

test('renumbering includes concurrent changes of other writers', async () => {
  const family = shifted();
  family.onWrite = (id) => {
    if (id === 4) family.set(9, 10);
  };
  await renumber(family, 1);
  expect(family.generations).toEqual({ 9: 10, 1: 11, 2: 12, 3: 13, 4: 14 });
});

// A number made of a baptizer's former number may still be written: the baptizer's own event corrects it.
test('renumbering does not overwrite contacts that were changed after it read them', async () => {
  const family = shifted();
  family.onWrite = (id) => {
    if (id === 2) family.set(2, 0, []);
  };
  await renumber(family, 1);
  expect(family.written).not.toContain(2);
  await renumber(family, 2);
  expect(family.generations).toEqual({ 9: 4, 1: 5, 2: 0, 3: 1, 4: 2 });
});

test('renumbering fails when concurrent writes keep changing the same contacts', async () => {
  const family = shifted();
  let generation = 4;
  family.onWrite = () => family.set(9, (generation += 1));
  await expect(renumber(family, 1)).rejects.toThrow('concurrent writes kept changing');
});
