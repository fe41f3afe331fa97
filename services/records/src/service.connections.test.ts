import { describe, expect, test } from '@jest/globals';
import { recordsDelete, recordsList, type Fields } from '@svc/contracts';
import { connect, connectedClient, connector, disconnect, idsIn } from './testing/connected-client.ts';
import { historyOf } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2, settings: withExtensions('connected') });
const { create, update, get } = connectedClient(harness);

const notes = async (postType: string, id: number) => {
  const { activity } = await historyOf(harness, { post_type: postType, id }, connector(3));
  return activity.filter((row) => row.field_type === 'connection');
};

/** What the notes say, sorted: rows of the same second come in the order in which they were made, others newest first. */
const words = async (postType: string, id: number) =>
  (await notes(postType, id)).map((row) => row.object_note).sort();

const edges = () => harness.edges.countDocuments({});

describe('a connection', () => {
  test('shows on both records, in counts and histories, and in events with one commit id', async () => {
    const team = await create('teams', { name: 'Red' });
    const person = await create('people', { name: 'Ann', teams: connect(team.ID) });
    expect(person['teams']).toMatchObject([
      { ID: team.ID, post_type: 'teams', post_title: 'Red', status: null },
    ]);
    const seen = await get('teams', team.ID);
    expect(idsIn(seen['members'])).toEqual([person.ID]);
    expect(seen['member_count']).toBe(1);
    const onPerson = await notes('people', person.ID);
    const onTeam = await notes('teams', team.ID);
    expect(onPerson[0]).toMatchObject({
      meta_key: 'people_to_teams',
      object_note: `[Red](http://records.test/teams/${team.ID}/) added to Teams`,
    });
    expect(onTeam[0]).toMatchObject({
      object_note: `[Ann](http://records.test/people/${person.ID}/) added to Members`,
      meta_id: onPerson[0]?.meta_id,
    });
    const [created] = await harness.eventsOf(person.ID, 1);
    const [, connected] = await harness.eventsOf(team.ID, 2);
    expect(connected?.data).toMatchObject({
      commit_id: created?.data['commit_id'],
      changed: { members: { added: [person.ID], removed: [] }, member_count: { before: null, after: 1 } },
    });
  });

  test('is removed from either side, and a second removal has no effect', async () => {
    const person = await create('people', { name: 'Bea' });
    const team = await create('teams', { name: 'Blue', members: connect(person.ID) });
    const left = await update('people', person.ID, { teams: disconnect(team.ID) });
    expect(left['teams']).toEqual([]);
    expect(await get('teams', team.ID)).toMatchObject({ members: [], member_count: 0 });
    await update('teams', team.ID, { members: disconnect(person.ID) });
    expect(await get('teams', team.ID)).toMatchObject({ members: [], member_count: 0 });
    expect(await words('teams', team.ID)).toEqual([
      `[Bea](http://records.test/people/${person.ID}/) added to Members`,
      `[Bea](http://records.test/people/${person.ID}/) removed from Members`,
    ]);
  });

  test('has meta that both sides read and write', async () => {
    const team = await create('teams', { name: 'Green' });
    const values = [{ value: team.ID, meta: { role: 'treasurer', since: 2020 } }];
    const person = await create('people', { name: 'Eva', teams: { values } });
    expect(await get('teams', team.ID)).toMatchObject({
      members: [{ ID: person.ID, meta: { role: 'treasurer', since: '2020' } }],
    });
    const changed = { values: [{ value: person.ID, meta: { role: 'chair', since: '' } }] };
    await update('teams', team.ID, { members: changed });
    expect(await get('people', person.ID)).toMatchObject({ teams: [{ meta: { role: 'chair' } }] });
    expect((await notes('teams', team.ID)).length).toBe(1);
  });

  test('replaces the list with force_values, and keeps the order of creation', async () => {
    const people = await Promise.all(['E', 'G', 'H', 'I'].map((name) => create('people', { name })));
    const [f, g, h, i] = people.map(({ ID }) => ID) as [number, number, number, number];
    const team = await create('teams', { name: 'List', members: connect(h, f, g) });
    expect(idsIn(team['members'])).toEqual([h, f, g]);
    expect(idsIn((await get('teams', team.ID))['members'])).toEqual([h, f, g]);
    const forced = await update('teams', team.ID, { members: { ...connect(i, f), force_values: true } });
    expect(idsIn(forced['members'])).toEqual([f, i]);
    expect(await get('teams', team.ID)).toEqual(forced);
    expect(forced['member_count']).toBe(2);
    expect((await get('people', h))['teams']).toEqual([]);
    const none = await update('teams', team.ID, { members: { values: [], force_values: true } });
    expect(none).toMatchObject({ members: [], member_count: 0 });
  });

  test('that existed before the write does not change the connected record', async () => {
    const stays = await create('people', { name: 'N' });
    const joins = await create('people', { name: 'O' });
    const team = await create('teams', { name: 'Kept', members: connect(stays.ID) });
    const before = await harness.documents.findById(stays.ID).lean();
    await update('teams', team.ID, { members: connect(stays.ID, joins.ID) });
    const forced = { ...connect(stays.ID), force_values: true };
    expect(idsIn((await update('teams', team.ID, { members: forced }))['members'])).toEqual([stays.ID]);
    expect(await harness.documents.findById(stays.ID).lean()).toEqual(before);
  });

  test('adjusts a larger count that a user wrote only on removal', async () => {
    const team = await create('teams', { name: 'Estimate', member_count: 50 });
    const person = await create('people', { name: 'J', teams: connect(team.ID) });
    expect((await get('teams', team.ID))['member_count']).toBe(50);
    await update('people', person.ID, { teams: disconnect(team.ID) });
    expect((await get('teams', team.ID))['member_count']).toBe(49);
  });

  test('is in the history without a field when the other type does not declare one', async () => {
    const contact = await create('contacts', { name: 'Mentor' });
    const person = await create('people', { name: 'L', mentors: connect(contact.ID) });
    expect(await words('contacts', contact.ID)).toEqual([
      `Connected to Person [L](http://records.test/people/${person.ID}/)`,
    ]);
  });
});

test.each([
  ['to a record that does not exist', () => 999_999, 'add_connection_to_post'],
  ['to a record of another type', (person: number) => person, 'add_connection_to_post'],
  ['by a title that no record has', () => 'No Such Team', 'update_connections'],
])('a connection %s is refused without a trace', async (_name, target, code) => {
  const person = await create('people', { name: 'M' });
  const team = await create('teams', { name: 'Kept' });
  const before = await edges();
  const fields = { name: 'Changed', teams: connect(team.ID, target(person.ID)) };
  for (const write of [() => update('people', person.ID, fields), () => create('people', fields)])
    await expect(write()).rejects.toMatchObject({ code, data: { field: 'teams' } });
  expect(await edges()).toBe(before);
  expect(await harness.stored(person.ID)).toMatchObject({ name: 'M', version: 1 });
  expect(await harness.stored(team.ID)).toMatchObject({ version: 1 });
  await harness.eventsOf(team.ID, 1);
});

test('a concurrent delete of a connected record leaves both sides consistent', async () => {
  for (let round = 0; round < 5; round += 1) {
    const team = await create('teams', { name: 'T' });
    const person = await create('people', { name: 'P' });
    const [connected] = await Promise.allSettled([
      update('people', person.ID, { teams: connect(team.ID) }),
      harness.ask(recordsDelete, { post_type: 'teams', id: team.ID }, connector(4)),
    ]);
    if (connected.status === 'rejected')
      expect(connected.reason).toMatchObject({ code: 'add_connection_to_post' });
    expect((await get('people', person.ID))['teams']).toEqual([]);
    expect(await harness.edges.countDocuments({ to: team.ID })).toBe(0);
  }
});

describe('deleting', () => {
  test('disconnects the connected records, and their history keeps the id', async () => {
    const team = await create('teams', { name: 'Gone' });
    const person = await create('people', { name: 'O', teams: connect(team.ID) });
    await harness.ask(recordsDelete, { post_type: 'people', id: person.ID }, connector(3));
    expect(await get('teams', team.ID)).toMatchObject({ members: [], member_count: 0 });
    expect(await words('teams', team.ID)).toEqual([
      `#${person.ID} added to Members`,
      `#${person.ID} removed from Members`,
    ]);
    expect(await harness.edges.countDocuments({ from: person.ID })).toBe(0);
  });
});

test('lists are filtered by connection when a record has more connections than it stores', async () => {
  const listed = async (postType: string, filter: Fields) => {
    const query = { ...filter, fields_to_return: ['name'], sort: 'name' };
    const { posts } = await harness.ask(recordsList, { post_type: postType, query }, connector(3));
    return posts.map(({ name }) => name);
  };
  const person = await create('people', { name: 'Joiner' });
  const other = await create('people', { name: 'None' });
  const team = await create('teams', { name: 'Many' });
  await update('teams', team.ID, { members: connect(...(await harness.seed('people', 150)), person.ID) });
  expect(await listed('teams', { members: [person.ID] })).toEqual(['Many']);
  expect(await listed('teams', { members: [other.ID] })).toEqual([]);
  expect(await listed('teams', { members: [`-${person.ID}`] })).not.toContain('Many');
  expect(await listed('people', { teams: [team.ID] })).toContain('Joiner');
  await update('teams', team.ID, { members: disconnect(person.ID) });
  expect(await listed('teams', { members: [person.ID] })).toEqual([]);
});
