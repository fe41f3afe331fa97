import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { derivedFormsModel } from '../store/site-settings-model.ts';
import { connect, connectedClient, connectedSettings } from '../testing/connected-client.ts';
import { RecordsBed } from '../testing/records-bed.ts';

let bed: RecordsBed;
const { create, get } = connectedClient(() => bed);

beforeAll(async () => {
  bed = await RecordsBed.open();
  await bed.start(connectedSettings);
});

afterAll(() => bed?.close());

test('what connections say that were described before records had words for it is read, in either direction', async () => {
  const team = await create('teams', { name: 'Team' });
  const friend = await create('people', { name: 'Friend' });
  const described = (id: number) => ({ values: [{ value: id, meta: { role: 'first' } }] });
  const eva = await create('people', {
    name: 'Eva',
    teams: described(team.ID),
    friends: described(friend.ID),
  });
  const plain = await create('people', { name: 'Plain', teams: connect(team.ID) });
  const before = await bed.documents.find().lean();
  expect((await bed.stored(plain.ID)).links).not.toContain('people_to_teams:from:described');
  await bed.documents.updateMany({}, { $pull: { links: { $regex: /:described$/ } } });
  await derivedFormsModel(bed.documents.db).deleteOne({ _id: 'links' });
  await bed.start(connectedSettings);
  // An instance of before that still runs writes some more.
  await bed.documents.updateMany({}, { $pull: { links: { $regex: /:described$/ } } });
  await bed.start(connectedSettings);
  const after = await bed.documents.find().lean();
  const wordsOf = (records: typeof before) => records.map(({ _id, links = [] }) => [_id, [...links].sort()]);
  expect(wordsOf(after)).toEqual(wordsOf(before));
  expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version));
  const meta = { role: 'first' };
  expect(await get('people', eva.ID)).toMatchObject({ teams: [{ meta }], friends: [{ meta }] });
  expect(await get('people', friend.ID)).toMatchObject({ friends: [{ ID: eva.ID, meta }] });
  const { members } = await get('teams', team.ID);
  expect(members).toEqual([
    expect.objectContaining({ ID: eva.ID, meta }),
    expect.not.objectContaining({ meta }),
  ]);
});
