import { beforeAll, expect, test } from '@jest/globals';
import { usersAddLocation, usersCurrentLocations, usersRemoveLocation, type Actor } from '@svc/contracts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite();
let mona: Actor;

beforeAll(async () => {
  await harness.start();
  mona = await harness.newUser('mona');
});

const add = (...places: unknown[]) =>
  harness.call(usersAddLocation, { user_location: { location_grid_meta: places } }, mona);
const remove = (...places: unknown[]) =>
  harness.call(usersRemoveLocation, { user_location: { location_grid_meta: places } }, mona);
const where = () => harness.call(usersCurrentLocations, {}, mona);

const refused: [place: unknown, problem: string][] = [
  [{}, 'has neither grid_id nor lng and lat'],
  [null, 'is not a place'],
  [{ lng: 5 }, 'has neither'],
  [{ lng: 'east', lat: 5 }, 'is not a place'],
  [{ lng: 181, lat: 5 }, 'is not a place'],
  [{ lng: { $gt: 0 }, lat: 5 }, 'is not a place'],
  [{ lng: null, lat: '' }, 'is not a place'],
  [{ lng: [5], lat: true }, 'is not a place'],
  [{ grid_id: 4_711 }, 'is outside the location grid'],
  [{ grid_id: 'drop' }, 'is not a place'],
  [{ lng: 5, lat: 5, label: ['x'] }, 'is not a place'],
];

test.each(refused)('%j is refused, and nothing of the request is stored', async (place, problem) => {
  const key = 'user_location.location_grid_meta.1';
  const data = { params: { [key]: expect.stringContaining(problem) } };
  await expect(add({ grid_id: 3 }, place)).rejects.toMatchObject({ code: 'rest_invalid_param', data });
  expect(await where()).toEqual([]);
});

test('a place has what the client says of it, and the rest from the grid', async () => {
  const { user_location: shown } = (await add(
    { grid_id: '3' },
    { lng: '7.5', lat: 51 },
    { lng: 7.5, lat: 51, label: 'The same point' },
    { lng: 8, lat: 50, grid_id: 4, label: 'Main Street 1', level: 'address', source: 'import' },
  )) as { user_location: object };
  const of = { post_id: String(mona.userId), post_type: 'users' };
  const row = (id: string) => ({ ...of, grid_meta_id: id, postmeta_id_location_grid: id });
  expect(shown).toEqual({
    location_grid: [
      { id: 3, label: 'Row 3' },
      { id: 7, label: 'Row 7' },
      { id: 4, label: 'Row 4' },
    ],
    location_grid_meta: [
      { ...row('1'), grid_id: '3', lng: '10', lat: '50', level: 'admin0', label: 'Row 3', source: 'user' },
      {
        ...row('2'),
        grid_id: '7',
        lng: '7.5',
        lat: '51',
        level: 'admin0',
        label: 'Row 7, World',
        source: 'user',
      },
      {
        ...row('3'),
        grid_id: '4',
        lng: '8',
        lat: '50',
        level: 'address',
        label: 'Main Street 1',
        source: 'import',
      },
    ],
  });
  expect(await where()).toEqual(shown);
});

test('places are removed by their ids, and an id is never used again', async () => {
  const nothing = remove({ grid_id: 3 });
  await expect(nothing).rejects.toMatchObject({ code: 'rest_invalid_param' });
  await remove({ grid_meta_id: '1' }, { grid_meta_id: 2 }, { grid_meta_id: 99 });
  await remove({ grid_meta_id: '3' });
  expect(await where()).toEqual([]);
  await add({ grid_id: 5 });
  expect(await where()).toMatchObject({ location_grid_meta: [{ grid_meta_id: '4' }] });
});
