import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  recordsImportLocations,
  recordsList,
  recordsUpdate,
  systemActor,
  type Actor,
  type Fields,
  type LocationRow,
} from '@svc/contracts';
import { boundsOf, locationRow, worldRow } from '@svc/testing';
import { locationModel } from '../store/location-model.ts';
import { recordClient, values } from '../testing/record-client.ts';
import { harnessOfSuite, multiplier } from '../testing/records-harness.ts';
import { MapServices } from './testing/map-service.ts';

const harness = harnessOfSuite({ instances: 0 });
const geocoder = new MapServices();
const { create, update, get, notesOf } = recordClient(harness);

/** A row in its country and perhaps in a part of it, with its box around its centre. */
function row(
  path: readonly number[],
  name: string,
  [lng = 0, lat = 0, half = 1]: readonly number[],
): LocationRow {
  return locationRow(path, name, {
    ...boundsOf([lng - half, lat - half, lng + half, lat + half]),
    parent_id: path.at(-2) ?? worldRow.grid_id,
  });
}
const rows = [
  worldRow,
  row([500], 'Hill Land', [20, 10, 8]),
  row([500, 510], 'North', [20, 14, 4]),
  row([500, 510, 511], 'Mill', [21, 15, 1]),
  row([500, 520], 'South', [20, 6, 4]),
];

const importing = (imported: readonly LocationRow[], caller: Actor = systemActor('admin')) =>
  harness.ask(recordsImportLocations, { rows: [...imported] }, caller);
const grid = () => locationModel(harness.documents.db);

beforeAll(async () => {
  const found = [{ lon: '20.5', lat: '14.5', display_name: '1 Long Road, Mill', addresstype: 'house' }];
  await harness.start({ GEOCODING_URL: await geocoder.serveText(JSON.stringify(found)) });
  await importing(rows);
});

afterAll(() => geocoder.close());

describe('the import', () => {
  test('adds new rows, updates changed ones, and can be repeated', async () => {
    const more = [row([600], 'New Land', [60, 0, 1]), row([600, 610], 'Part', [60, 0, 1])];
    expect(await importing(more)).toEqual({ added: 2, changed: 0, unchanged: 0 });
    expect(await importing(more)).toEqual({ added: 0, changed: 0, unchanged: 2 });
    const renamed = more.map((one) => ({ ...one, alt_name: `${one.name}!` }));
    const both = [...renamed.slice(1), ...more.slice(0, 1)];
    expect(await importing(both)).toEqual({ added: 0, changed: 1, unchanged: 1 });
    expect(await grid().findById(610).lean()).toMatchObject({
      name: 'Part',
      altName: 'Part!',
      level: 1,
      parentId: 600,
      lineage: [600, 610],
      bounds: { north: 1, south: -1, east: 61, west: 59 },
    });
  });

  test('updates the parent places by which lists find records', async () => {
    const moved = [
      row([650], 'Old Land', [70, 0, 1]),
      row([660], 'Other Land', [80, 0, 1]),
      row([650, 651], 'Moving', [70, 0, 1]),
      row([650, 652], 'Staying', [70, 0, 1]),
    ];
    await importing(moved);
    const mona = multiplier(8);
    const make = async (name: string, ...ids: number[]) => {
      const location_grid = { values: ids.map((value) => ({ value })) };
      return (await create({ name, location_grid }, mona)).ID;
    };
    const moving = await make('Moving', 651);
    const staying = await make('Staying', 652);
    const both = await make('Both', 651, 652);
    const found = async (...location_grid: (number | string)[]) => {
      const query = { location_grid, sort: 'post_date' };
      const { posts } = await harness.ask(recordsList, { post_type: 'contacts', query }, mona);
      return posts.map(({ ID }) => ID);
    };
    expect(await found(650)).toEqual([moving, staying, both]);
    const { version } = await harness.stored(moving);
    await importing([row([660, 651], 'Moving', [80, 0, 1]), row([650, 652], 'Staying', [70, 0, 1])]);
    expect(await found(650)).toEqual([staying, both]);
    expect(await found(660)).toEqual([moving, both]);
    expect(await found(651)).toEqual([moving, both]);
    expect(await found('-660')).toEqual([staying]);
    expect((await harness.stored(moving)).version).toBe(version);
  });

  test.each<[string, Partial<LocationRow>, string]>([
    ['an invalid id', { grid_id: 0 }, 'grid_id'],
    ['a latitude beyond the pole', { latitude: 91 }, 'latitude'],
    ['another level name', { level_name: 'admin3' }, 'level_name'],
    ['half a box', { south_latitude: null }, 'south_latitude'],
    ['a box upside down', { south_latitude: 80 }, 'south_latitude'],
    ['no country', { admin0_grid_id: null }, 'admin0_grid_id'],
  ])('refuses rows when one has %s', async (_what, wrong, column) => {
    const before = await grid().countDocuments();
    const one = { ...row([701], 'Wrong', [1, 1, 1]), ...wrong };
    const request = importing([row([700], 'Right', [1, 1, 1]), one]);
    await expect(request).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400 });
    const told = await request.catch((error: { data: unknown }) => JSON.stringify(error.data));
    expect(told).toContain(column);
    expect(await grid().countDocuments()).toBe(before);
  });
});

describe('records', () => {
  const add = (...values: unknown[]) => ({ values });

  test('keep places with points and rows of the grid consistent', async () => {
    const { ID } = await create({ name: 'Traveller', location_grid: add({ value: '500' }) });
    const met = await update(ID, { location_grid_meta: add({ lng: '21', lat: '15.5' }, { grid_id: 520 }) });
    expect(met['location_grid']).toEqual([
      { id: 500, label: 'Hill Land' },
      { id: 511, label: 'Mill' },
      { id: 520, label: 'South' },
    ]);
    expect(met['location_grid_meta']).toMatchObject([
      { grid_id: '511', lng: '21', lat: '15.5', level: 'admin2', label: 'Mill, North, Hill Land' },
      { grid_id: '520', lng: '20', lat: '6', level: 'admin1', label: 'South' },
    ]);
    expect(await get(ID)).toMatchObject({ location_grid_meta: met['location_grid_meta'] });
    const [first] = met['location_grid_meta'] as { grid_meta_id: string }[];
    const removal = add({ grid_meta_id: first?.grid_meta_id, delete: true });
    const left = await update(ID, { location_grid_meta: removal });
    expect(left['location_grid']).toEqual([
      { id: 500, label: 'Hill Land' },
      { id: 520, label: 'South' },
    ]);
    expect((await notesOf(ID)).filter((note) => note.endsWith('locations')).sort()).toEqual([
      'Hill Land added to locations',
      'Mill added to locations',
      'Mill removed from locations',
      'South added to locations',
    ]);
  });

  test('keep a row of the grid while another place uses it, and none after force_values', async () => {
    const { ID } = await create({ name: 'Mover', location_grid: add({ value: 510 }) });
    const write = async (meta: object) => {
      const { location_grid: rows, location_grid_meta: places } = await update(ID, {
        location_grid_meta: meta,
      });
      return [
        (rows as { id: number }[] | undefined)?.map(({ id }) => id),
        (places as unknown[] | undefined)?.length,
      ];
    };
    const twice = add({ grid_id: 520 }, { lng: 20, lat: 5, label: 'Here', grid_meta_id: 77 });
    const none = { values: [], force_values: true };
    expect(await write({ ...twice, force_values: true })).toEqual([[520], 2]);
    expect(await write(add({ grid_meta_id: '77', delete: true }))).toEqual([[520], 1]);
    expect(await write(none)).toEqual([undefined, undefined]);
    await update(ID, { location_grid: add({ value: 510 }) });
    expect(await write(none)).toEqual([undefined, undefined]);
  });

  test('do not regain a replaced row in a write without overwriting', async () => {
    const meta = (gridId: number) => add({ grid_meta_id: 77, grid_id: gridId, label: `Place ${gridId}` });
    const moved = async (...gridIds: number[]) => {
      const { ID: id } = await create({ name: 'Moved', location_grid_meta: meta(510) });
      const fields = { location_grid_meta: meta(520), location_grid: values(...gridIds) };
      const input = { post_type: 'contacts', id, fields, silent: true, do_not_overwrite: true };
      const { location_grid: left } = (await harness.ask(recordsUpdate, input, multiplier(3))) as Fields;
      return left;
    };
    expect(await moved(510)).toMatchObject([{ id: 520 }]);
    expect(await moved(510, 500)).toMatchObject([{ id: 500 }, { id: 520 }]);
  });
});

describe('an address', () => {
  const asked = () =>
    geocoder.asked.map(({ url = '' }) => new URL(url, 'http://maps.test').searchParams.get('q'));

  test('with geolocate gets a location, on create and on update', async () => {
    const contact = await create({ name: 'A', contact_address: [{ value: '1 Long Road', geolocate: true }] });
    const place = { lng: '20.5', lat: '14.5', label: '1 Long Road, Mill' };
    expect(contact).toMatchObject({
      contact_address: [{ value: '1 Long Road', verified: false }],
      location_grid_meta: [place],
      location_grid: [{ id: 511, label: 'Mill' }],
    });
    const other = await create({ name: 'B' });
    const contact_address = [{ value: '2 Long Road', geolocate: 'true' }];
    expect(await update(other.ID, { contact_address })).toMatchObject({ location_grid_meta: [place] });
    expect(asked()).toEqual(['1 Long Road', '2 Long Road']);
  });

  test('is not geolocated by a refused write', async () => {
    const before = asked();
    const wrong = { name: 'E', planet: 'x', contact_address: [{ value: '1 Long Road', geolocate: true }] };
    await expect(create(wrong)).rejects.toMatchObject({ data: { bad_fields: ['planet'] } });
    expect(asked()).toEqual(before);
  });
});
