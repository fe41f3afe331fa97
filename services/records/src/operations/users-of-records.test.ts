import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createUserContact,
  linkUserContact,
  recordsNeededUpdates,
  recordsOptions,
  recordsPlaces,
  systemActor,
} from '@svc/contracts';
import { mona, recordClient } from '../testing/record-client.ts';
import { multiplier, RecordsBed } from '../testing/records-bed.ts';
import { seedGrid } from '../testing/seed-grid.ts';

let bed: RecordsBed;
const { create, get } = recordClient(() => bed);
const users = systemActor('users');

beforeAll(async () => {
  bed = await RecordsBed.open();
  await bed.start();
  await seedGrid(bed);
});

afterAll(async () => bed.close());

test('places are told by row and by point, and what is nowhere is left out', async () => {
  const wanted = {
    grid_ids: [101, 999, 101],
    points: [
      { lng: 15, lat: 5 },
      { lng: -120, lat: -50 },
    ],
  };
  const { places, at } = await bed.ask(recordsPlaces, wanted, users);
  expect(places).toEqual([
    { grid_id: 101, name: 'Part 101', full_name: 'Part 101, Land 100', level: 'admin1', lng: 5, lat: 10 },
  ]);
  expect(at).toEqual([expect.objectContaining({ grid_id: 102 }), null]);
});

test('options are told of fields that are there', async () => {
  const options = async (field: string, post_type = 'contacts') =>
    (await bed.ask(recordsOptions, { post_type, field }, users)).options;
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
  const { documents } = await bed.cost(async () => {
    const counted = await bed.ask(recordsNeededUpdates, { user_ids: [31, 32, 33] }, users);
    expect(counted.users.toSorted((one, other) => one.user_id - other.user_id)).toEqual([
      { user_id: 31, count: 2 },
      { user_id: 32, count: 1 },
    ]);
  });
  expect(documents).toBe(0);
});

test('none of it is for callers', async () => {
  for (const ask of [
    () => bed.ask(recordsPlaces, { grid_ids: [101], points: [] }, mona),
    () => bed.ask(recordsOptions, { post_type: 'contacts', field: 'gender' }, mona),
    () => bed.ask(recordsNeededUpdates, { user_ids: [31] }, mona),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'not_trusted' });
});

test('a contact that is there already represents a new user, however often that is asked', async () => {
  const { ID } = await create({ name: 'Fatima' });
  const link = (user_id: number, contact_id = ID) =>
    bed.bed.command(linkUserContact, { user_id, display_name: 'Fatima', contact_id }, 'users');
  expect(await link(41)).toEqual({ linked: true });
  expect(await get(ID)).toMatchObject({ corresponds_to_user: 41, corresponds_to_user_name: 'Fatima' });
  const { version } = await bed.stored(ID);
  expect(await link(41)).toEqual({ linked: true });
  expect(await link(42)).toEqual({ linked: false });
  expect(await link(43, 99_999_999)).toEqual({ linked: false });
  expect(await bed.stored(ID)).toMatchObject({ version });

  const other = { user_id: 44, display_name: 'Omar', email: 'omar@example.test' };
  const { id } = await bed.bed.command(createUserContact, other, 'users');
  expect(await link(45, id)).toEqual({ linked: false });
});
