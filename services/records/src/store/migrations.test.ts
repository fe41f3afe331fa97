import { expect, test } from '@jest/globals';
import { connectedClient, connect, connector } from '../testing/connected-client.ts';
import { harnessOfSuite, withExtensions } from '../testing/records-harness.ts';

const harness = harnessOfSuite({ settings: withExtensions('connected') });
const { create, update, get } = connectedClient(harness);

const formerNames = {
  filterTerms: 'words',
  linkTerms: 'links',
  searchText: 'searched',
  duplicateKeys: 'alike',
  privateValueOwners: 'keptBy',
  listedRowCount: 'listedRows',
};

/** Records as they are stored, what has no order in one. */
async function stored() {
  const records = await harness.documents.find().sort({ _id: 1 }).lean();
  return records.map((record) => ({
    ...record,
    linkTerms: record.linkTerms?.toSorted(),
    privateValueOwners: record.privateValueOwners?.toSorted(),
  }));
}

test('records of the oldest schema are migrated to the form of new records', async () => {
  const team = await create('teams', { name: 'Team' });
  const friend = await create('people', { name: 'Friend', rating: 2 });
  const described = (id: number) => ({ values: [{ value: id, meta: { role: 'first' } }] });
  const ends = { teams: described(team.ID), friends: described(friend.ID) };
  const eva = await create('people', { name: 'Eva', ...ends, rating: 3 });
  await update('people', eva.ID, { name: 'Eva M.', rating: 4 }, connector(4));
  await create('people', { name: 'Plain', teams: connect(team.ID) });
  const before = await stored();
  const events = await harness.eventCount();
  const { collection: documents } = harness.documents;
  await documents.updateMany({}, { $rename: formerNames });
  await documents.updateMany(
    { links: /:described$/ },
    { $pull: { links: { $regex: /:described$/ } } as object },
  );
  await documents.updateMany({}, { $unset: { keptBy: '', listedRows: '' } });
  await documents.createIndex({ words: 1, _id: 1 });
  const settings = harness.documents.db.collection<{ _id: string }>('site_settings');
  await settings.insertMany([{ _id: 'links' }, { _id: 'keepers' }]);
  await harness.documents.db.collection('schema_version').deleteMany();
  await harness.start(withExtensions('connected'));
  expect(await stored()).toEqual(before);
  expect(await harness.eventCount()).toBe(events);
  expect((await documents.indexes()).map(({ name }) => name)).not.toContain('words_1__id_1');
  expect(await settings.countDocuments({ _id: { $in: ['links', 'keepers'] } })).toBe(0);
  const meta = { role: 'first' };
  expect(await get('people', eva.ID)).toMatchObject({ teams: [{ meta }], friends: [{ meta }], rating: 3 });
  expect(await get('people', eva.ID, connector(4))).toMatchObject({ rating: 4 });
  expect(await get('people', friend.ID)).toMatchObject({ friends: [{ ID: eva.ID, meta }] });
  const { members } = await get('teams', team.ID);
  expect(members).toEqual([
    expect.objectContaining({ ID: eva.ID, meta }),
    expect.not.objectContaining({ meta }),
  ]);
});
