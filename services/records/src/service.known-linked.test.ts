import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsGet, recordsUpdate, type Fields } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { dispatcher, RecordsBed } from './testing/records-bed.ts';

const writer = dispatcher(3);
const readers = [4, 5, 6, 7].map(dispatcher);
let bed: RecordsBed;

beforeAll(async () => {
  bed = await RecordsBed.open();
});

afterAll(() => bed?.close());

const create = async (postType: string, fields: Fields) =>
  ((await bed.ask(recordsCreate, { post_type: postType, fields, silent: true }, writer)) as { ID: number })
    .ID;

/** The names of the groups that a contact shows. */
async function groupsOf(contact: number, reader = writer): Promise<string[]> {
  const shown: Fields = await bed.ask(recordsGet, { post_type: 'contacts', id: contact }, reader);
  return ((shown['groups'] ?? []) as { post_title: string }[]).map(({ post_title }) => post_title);
}

/** What one read of a contact reads of records. */
async function readsOf(contact: number): Promise<number> {
  const profiled = await bed.profiled(() => groupsOf(contact));
  return profiled.filter(({ ns, op }) => ns.endsWith('.records') && op === 'query').length;
}

test('one instance that knows the connected records reads the record alone', async () => {
  const service = await bed.start();
  const group = await create('groups', { name: 'Team' });
  const contact = await create('contacts', { name: 'Ann', groups: { values: [{ value: group }] } });
  await until(async () => {
    await groupsOf(contact);
    expect(await readsOf(contact)).toBe(1);
  });
  expect(await groupsOf(contact)).toEqual(['Team']);
  await service.stop();
});

test('an instance that has just started knows what was there', async () => {
  const old = await bed.start();
  const group = await create('groups', { name: 'Crew' });
  const contact = await create('contacts', { name: 'Ben', groups: { values: [{ value: group }] } });
  await old.stop();
  const service = await bed.start();
  // Nobody has read the group through this instance.
  await until(async () => expect(await readsOf(contact)).toBe(1));
  expect(await groupsOf(contact)).toEqual(['Crew']);
  await service.stop();
});

test('whoever reads after a connected record was renamed sees its new name, through any instance, however many read', async () => {
  const services = await Promise.all([bed.start(), bed.start()]);
  const group = await create('groups', { name: 'Name 0' });
  const contact = await create('contacts', { name: 'Cem', groups: { values: [{ value: group }] } });
  let confirmed = 0;
  let isOver = false;
  const reading = readers.map(async (reader) => {
    let last = 0;
    while (!isOver) {
      const least = Math.max(confirmed, last);
      const [name = ''] = await groupsOf(contact, reader);
      last = Number(name.split(' ')[1]);
      expect(last).toBeGreaterThanOrEqual(least);
    }
  });
  try {
    for (let round = 1; round <= 60; round += 1) {
      const fields = { name: `Name ${round}` };
      await bed.ask(recordsUpdate, { post_type: 'groups', id: group, fields, silent: true }, writer);
      confirmed = round;
      expect(await groupsOf(contact)).toEqual([`Name ${round}`]);
    }
  } finally {
    isOver = true;
    await Promise.all(reading);
  }
  await Promise.all(services.map((service) => service.stop()));
});
