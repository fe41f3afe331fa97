import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { recordsSetModule, systemActor, type Fields } from '@svc/contracts';
import { recordClient, values } from '../testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from '../testing/records-harness.ts';
import { seedGrid } from '../testing/seed-grid.ts';

const samples = withExtensions('sample');
const caller = overseer(3, 'samples', 'sets');
const harness = harnessOfSuite({ instances: 0 });
const client = recordClient(harness);
const create = async (fields: Fields) => (await client.create(fields, caller, 'samples')).ID;
const update = (id: number, fields: Fields) => client.update(id, fields, caller, 'samples');
const forms = () =>
  harness.documents.db.collection<{ _id: string; forms: Record<string, string> }>('site_settings');

beforeAll(async () => {
  await seedGrid(harness);
  await harness.start(samples);
});

let written: readonly number[];

beforeEach(async () => {
  const first = await create({
    name: 'Ändre 😀',
    a_text: 'Text',
    a_textarea: 'Lines',
    a_number: 7,
    a_flag: true,
    an_option: 'one',
    some_options: values('three', 'two'),
    some_tags: values('x'.repeat(150), 'Y'),
    a_user: 3,
    a_date: '2020-01-01',
    a_channel: [{ value: '+49 30' }],
    some_places: values(101, 200),
    a_link: { values: [{ type: 'web', value: 'a.example' }] },
    my_a_text: 'Mine',
    some_places_meta: { values: [{ grid_id: 102, label: 'Home' }] },
  });
  const second = await create({ name: 'Plain', some_tags: values('a'), an_option: 'two' });
  await update(second, { some_tags: { values: [], force_values: true }, an_option: '' });
  await update(first, { name: 'Renamed', a_channel: [{ value: '0 40' }] });
  written = [first, second];
});

/** Everything that is stored of the records, what has no order in one. */
async function state() {
  const among = { _id: { $in: [...written] } };
  const [records, texts] = await Promise.all([
    harness.documents.find(among).sort({ _id: 1 }).lean(),
    harness.recordTexts.find(among).sort({ _id: 1 }).lean(),
  ]);
  return {
    records: records.map((record) => ({ ...record, filterTerms: [...(record.filterTerms ?? [])].sort() })),
    texts,
  };
}

/** As if all of it had been made long ago, in another way. */
async function spoil(): Promise<void> {
  const among = { _id: { $in: [...written] } };
  const stale = { 'sort.name': 'stale', 'sort.gone': 1, filterTerms: ['samples.gone=1'] };
  await harness.documents.updateMany(among, { $set: stale, $unset: { searchText: '' } });
  await harness.recordTexts.deleteMany({ _id: written[0] ?? 0 });
  await harness.recordTexts.updateMany(among, { $set: { entries: ['nstale'] } });
}

test('an instance recomputes at its start the same derived values as the writes, without events', async () => {
  const before = await state();
  const events = await harness.eventCount();
  await spoil();
  await forms().updateOne({ _id: 'derived' }, { $set: { 'forms.samples': 'another' } });
  await harness.start(samples);
  expect(await state()).toEqual(before);
  expect(await harness.eventCount()).toBe(events);
});

test('instances that start concurrently derive the same values and keep concurrent writes', async () => {
  const before = await state();
  const seeded = await harness.seed('samples', 300);
  await spoil();
  await forms().deleteOne({ _id: 'derived' });
  const writes = async () => {
    for (const id of seeded.slice(0, 20)) await update(id, { name: `Written ${id}`, an_option: 'one' });
  };
  await Promise.all([harness.start(samples), harness.start(samples), writes()]);
  expect(await state()).toEqual(before);
  for (const id of seeded.slice(0, 20)) {
    expect(await harness.stored(id)).toMatchObject({
      version: 2,
      name: `Written ${id}`,
      sort: { name: `written ${id}`, an_option: 1 },
      filterTerms: ['samples.an_option=one'],
      searchText: { name: `written ${id}`, comms: [] },
    });
    const texts = await harness.recordTexts.findById(id).lean();
    expect(texts?.entries).toContain(`nwritten ${String(id)}`.slice(0, 11));
  }
});

test('an instance reports its progress while it prepares many records', async () => {
  await harness.seed('samples', 1_000);
  const total = await harness.documents.estimatedDocumentCount();
  await forms().deleteOne({ _id: 'derived' });
  const { notReadyReasons } = harness.harness;
  const before = notReadyReasons.length;
  await harness.start(samples);
  expect(notReadyReasons.slice(before)).toEqual(
    [0, 1_000, total].map((read) => `preparing records for lists: ${read} of ${total}`),
  );
});

test('an interrupted recomputation is done at the next start, and a finished one is not repeated', async () => {
  const before = await state();
  await spoil();
  // The forms are right: as far as a start can see, all is done.
  await harness.start(samples);
  expect((await state()).records[0]?.sort.name).toBe('stale');
  await forms().updateOne({ _id: 'derived' }, { $unset: { 'forms.samples': '' } });
  await harness.start(samples);
  expect(await state()).toEqual(before);
  expect((await forms().findOne({ _id: 'derived' }))?.forms['samples']).toEqual(expect.any(String));
});

test('switching a module off and on does not recompute derived values', async () => {
  const before = await forms().findOne({ _id: 'derived' });
  const set = (enabled: boolean) =>
    harness.ask(recordsSetModule, { module: 'contacts_faith_module', enabled }, systemActor('admin'));
  await set(false);
  await harness.start(samples);
  await set(true);
  expect(await forms().findOne({ _id: 'derived' })).toEqual(before);
});
