import { expect, test } from '@jest/globals';
import {
  createUserContact,
  linkUserContact,
  recordsAssignments,
  recordsNeededUpdates,
  recordsOptions,
  recordsPlaces,
  systemActor,
  type Actor,
} from '@svc/contracts';
import { recordClient } from '../../testing/record-client.ts';
import { harnessOfSuite, multiplier } from '../../testing/records-harness.ts';
import { seedGrid } from '../../testing/seed-grid.ts';

const harness = harnessOfSuite({ before: seedGrid });
const { create, get, update } = recordClient(harness);
const users = systemActor('users');

test('places are told by row and by point, and what is nowhere is left out', async () => {
  const wanted = {
    grid_ids: [101, 999, 101],
    points: [
      { lng: 15, lat: 5 },
      { lng: -120, lat: -50 },
    ],
  };
  const { places, at } = await harness.ask(recordsPlaces, wanted, users);
  expect(places).toEqual([
    { grid_id: 101, name: 'Part 101', full_name: 'Part 101, Land 100', level: 'admin1', lng: 5, lat: 10 },
  ]);
  expect(at).toEqual([expect.objectContaining({ grid_id: 102 }), null]);
});

test('options are told of fields that are there', async () => {
  const options = async (field: string, post_type = 'contacts') =>
    (await harness.ask(recordsOptions, { post_type, field }, users)).options;
  expect(await options('gender')).toEqual({ male: 'Male', female: 'Female' });
  expect(await options('nowhere')).toEqual({});
  expect(await options('gender', 'nowhere')).toEqual({});
});

test('updates that users have to make are counted from the index alone', async () => {
  const late = { requires_update: true };
  for (const [assigned_to, more] of [
    [31, late],
    [31, late],
    [31, {}],
    [32, late],
  ] as const)
    await create({ name: 'Late', assigned_to, ...more }, multiplier(31));
  const { documents } = await harness.cost(async () => {
    const counted = await harness.ask(recordsNeededUpdates, { user_ids: [31, 32, 33] }, users);
    expect(counted.users.toSorted((one, other) => one.user_id - other.user_id)).toEqual([
      { user_id: 31, count: 2 },
      { user_id: 32, count: 1 },
    ]);
  });
  expect(documents).toBe(0);
});

test('last assignments are told from the index alone, also those of contacts that went on to somebody else', async () => {
  const { ID } = await create({ name: 'Handed on', assigned_to: 51 }, multiplier(51));
  await update(ID, { assigned_to: 52 }, multiplier(51));
  await create({ name: 'Team', assigned_to: 53 }, multiplier(53), 'groups');
  const asked = { user_ids: [51, 52, 53], grid_ids: [] };
  const profiled = await harness.profiled(async () => {
    const { users } = await harness.ask(recordsAssignments, asked, multiplier(51));
    const times = await harness.activity
      .find({ recordId: ID, objectSubtype: 'assigned_to' })
      .sort({ _id: 1 });
    expect(users.toSorted((one, other) => one.user_id - other.user_id)).toEqual(
      times.map(({ time }, index) => ({ user_id: 51 + index, last_assignment: time })),
    );
  });
  const aggregated = profiled.filter(
    ({ ns, command }) => ns.endsWith('.activity') && 'aggregate' in (command ?? {}),
  );
  expect(aggregated).toMatchObject([{ docsExamined: 0 }]);
});

test('places are told with what they lie in, each once, and a record only to those who may view it', async () => {
  const { ID } = await create(
    { name: 'Somewhere', location_grid: { values: [{ value: 101 }] } },
    multiplier(51),
  );
  const near = async (caller: Actor, id: number, post_type = 'contacts', grid_ids: number[] = []) => {
    const asked = { user_ids: [], record: { post_type, id }, grid_ids };
    return (await harness.ask(recordsAssignments, asked, caller)).places;
  };
  const part = { grid_id: 101, name: 'Part 101', steps: 0 };
  const land = { grid_id: 100, name: 'Land 100', steps: 1 };
  expect(await near(multiplier(51), ID)).toEqual([part, land]);
  expect(await near(multiplier(51), ID, 'contacts', [100, 999])).toEqual([{ ...land, steps: 0 }, part]);
  for (const id of [ID, 99_999_999]) expect(await near(multiplier(54), id)).toEqual([]);
  expect(await near(multiplier(51), ID, 'groups')).toEqual([]);
});

test('a contact that is there already represents a new user, however often that is asked', async () => {
  const { ID } = await create({ name: 'Fatima' });
  const link = (user_id: number, contact_id = ID) =>
    harness.harness.command(linkUserContact, { user_id, display_name: 'Fatima', contact_id }, 'users');
  expect(await link(41)).toEqual({ linked: true });
  expect(await get(ID)).toMatchObject({ corresponds_to_user: 41, corresponds_to_user_name: 'Fatima' });
  const { version } = await harness.stored(ID);
  expect(await link(41)).toEqual({ linked: true });
  expect(await link(42)).toEqual({ linked: false });
  expect(await link(43, 99_999_999)).toEqual({ linked: false });
  expect(await harness.stored(ID)).toMatchObject({ version });

  const other = { user_id: 44, display_name: 'Omar', email: 'omar@example.test' };
  const { id } = await harness.harness.command(createUserContact, other, 'users');
  expect(await link(45, id)).toEqual({ linked: false });
});
