import { describe, expect, test } from '@jest/globals';
import {
  purgeComments,
  recordsDelete,
  recordsImportLocations,
  recordsLocationNames,
  recordsLocationsChanged,
  recordsMappingFocus,
  recordsSearchLocations,
  recordsSetMappingFocus,
  systemActor,
  type Actor,
} from '@svc/contracts';
import { commandsFor, until, userActor, worldRow } from '@svc/testing';
import { answersOfAll, everywhere } from '../testing/every-instance.ts';
import { familyOfPlaces } from '../testing/family-of-places.ts';
import { knownWorld } from '../testing/fixed-world.ts';
import { recordClient, values } from '../testing/record-client.ts';
import { harnessOfSuite, multiplier, siteLink } from '../testing/records-harness.ts';
import { seedPlaces } from '../testing/seed-places.ts';

const admin = systemActor('admin');
const mona = multiplier(3);
const harness = harnessOfSuite({
  before: (opened) => seedPlaces(opened, [worldRow, ...familyOfPlaces(knownWorld)]),
  instances: 2,
  settings: { READ_CACHE: 'true' },
});
const { create, update } = recordClient(harness);

const search = (s: string, filter?: string, caller = mona) =>
  harness.ask(recordsSearchLocations, { s, ...(filter === undefined ? {} : { filter }) }, caller);
const labels = async (s: string, filter?: string) =>
  (await search(s, filter)).location_grid.map(({ name }) => name);

const setFocus = (...ids: number[]) => harness.ask(recordsSetMappingFocus, { grid_ids: ids }, admin);

test.each<[string, 'may' | 'may not', Actor]>([
  ['with read_location', 'may', userActor(3, 'User 3', ['read_location'])],
  ['with access to some type', 'may', userActor(3, 'User 3', ['access_groups'])],
  ['with access to nothing', 'may not', userActor(3, 'User 3', ['read', 'access_specific_sources'])],
  ['that is a site link for a form', 'may not', siteLink('L', ['create_contacts'])],
])('a caller %s %s list places', async (_who, may, caller) => {
  for (const ask of [
    () => search('paris', undefined, caller),
    () => search('paris', 'used', caller),
    () => harness.ask(recordsLocationNames, {}, caller),
    () => harness.ask(recordsLocationsChanged, {}, caller),
  ]) {
    if (may === 'may') await ask();
    else
      await expect(ask()).rejects.toMatchObject({
        code: 'search_location_grid_by_name',
        status: 403,
        message: 'No permissions to read locations',
      });
  }
});

test.each(['all', 'somewhere', '', 'ALL'])('the filter %j finds all places', async (filter) => {
  expect((await search('united', filter)).total).toBe('4');
});

test('thirty places are shown, and all are counted', async () => {
  const parts = Array.from({ length: 40 }, (_nothing, n) => ({ id: 3_000 + n, name: `Ward ${n}` }));
  await seedPlaces(harness, familyOfPlaces([{ id: 2_999, name: 'Wardia', code: 'WA', parts }]));
  await until(async () => {
    for (const { location_grid: shown, total } of await answersOfAll(() => search('ward'))) {
      expect({ shown: shown.length, total }).toEqual({ shown: 30, total: '41' });
      expect(shown.slice(0, 2)).toEqual([
        { name: 'Wardia', ID: '2999' },
        { name: 'Wardia > Ward 0', ID: '3000' },
      ]);
    }
  });
});

test('used places are those named directly by any record of any type, on every instance', async () => {
  const purged = await commandsFor(harness.harness, purgeComments, { deleted: 0 });
  const ann = multiplier(21);
  const ben = multiplier(22);
  const used = () => labels('', 'used');
  await everywhere(used, []);
  const { ID: contact } = await create({ name: 'A', location_grid: values(901, 100089597) }, ann);
  await create({ name: 'P', type: 'personal', location_grid: values(910) }, ben);
  const { ID: group } = await create({ name: 'G', location_grid: values(100089597, 917) }, ben, 'groups');
  await everywhere(used, [
    'Somewhere at Sea > Reef',
    'France > Île-de-France',
    'France > Île-de-France > Denon',
    'Россия > Орёл',
  ]);
  expect(await search('ILE', 'used')).toEqual({
    location_grid: [{ name: 'France > Île-de-France', ID: '100089597' }],
    total: '1',
  });
  expect(await labels('france', 'used')).toEqual(['France > Île-de-France']);

  await update(contact, { location_grid: { values: [{ value: 901, delete: true }] } }, ann);
  await harness.ask(recordsDelete, { post_type: 'groups', id: group }, ben);
  await everywhere(used, ['France > Île-de-France', 'Россия > Орёл']);
  await purged.stop();
});

test('the places that records use are read before an instance is ready', async () => {
  const profiled = await harness.profiled(() => harness.start({ READ_CACHE: 'true' }));
  const grouped = profiled.map(({ command }) => JSON.stringify(command?.['pipeline'] ?? []));
  expect(grouped.filter((pipeline) => pipeline.includes('"_id":"$fields.location_grid"'))).not.toEqual([]);
});

describe('the mapping focus', () => {
  const focused = () => labels('', 'focus');
  const shown = () => harness.ask(recordsMappingFocus, {}, admin);

  test('is the whole world by default', async () => {
    expect(await shown()).toEqual({ places: [] });
    expect((await search('', 'focus')).total).toBe((await search('')).total);
  });

  test('contains the chosen places with all places in them, on every instance', async () => {
    const places = [
      { grid_id: 100089597, name: 'France > Île-de-France' },
      { grid_id: 913, name: 'Türkiye' },
    ];
    expect(await setFocus(100089597, 913, 100089597)).toEqual({ places });
    await everywhere(focused, [
      'France > Île-de-France',
      'France > Île-de-France > Paris',
      'France > Île-de-France > Paris > Louvre',
      'France > Île-de-France > Paris > Louvre > Denon',
      'Türkiye',
      'Türkiye > İzmir',
      'Türkiye > Diyarbakır',
    ]);
    expect(await labels('paris', 'focus')).toEqual(['France > Île-de-France > Paris']);
    expect(await labels('world', 'focus')).toEqual([]);
    expect(await labels('paris', 'all')).toHaveLength(3);
    expect(await shown()).toEqual({ places });
  });

  test('with an unknown place is refused without a change', async () => {
    await setFocus(903);
    await expect(setFocus(913, 4, 5)).rejects.toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { grid_ids: 'location grid id does not exist: 4, 5' } },
    });
    await everywhere(shown, { places: [{ grid_id: 903, name: 'Brazil' }] });
  });

  test.each([[[1]], [[903, 1]], [[]]])('set to %j is the whole world', async (ids) => {
    await setFocus(903);
    await setFocus(...ids);
    await everywhere(async () => (await search('united', 'focus')).total, (await search('united')).total);
  });
});

test('the names of all places are listed by id, and follow changes of the grid', async () => {
  const names = () => harness.ask(recordsLocationNames, {}, mona);
  const before = await names();
  const since = before.last_modified_date ?? '';
  expect(since).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  expect(await harness.ask(recordsLocationsChanged, {}, mona)).toEqual({ last_modified_date: since });
  expect(before.location_grid).toMatchObject({ 1: 'World', 100089597: 'Île-de-France', 901: 'Denon' });
  expect(before.total).toBe(Object.keys(before.location_grid).length);
  const [row] = familyOfPlaces([{ id: 918, name: 'Newland', code: 'NL' }]);
  if (row) await harness.ask(recordsImportLocations, { rows: [row] }, admin);
  await until(async () => {
    for (const { location_grid: after, total, last_modified_date: date } of await answersOfAll(names)) {
      expect((date ?? '') >= since).toBe(true);
      expect(total).toBe(before.total + 1);
      expect(after).toEqual({ ...before.location_grid, 918: 'Newland' });
    }
  });
});
