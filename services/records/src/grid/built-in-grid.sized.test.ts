import { beforeAll, expect, jest, test } from '@jest/globals';
import {
  recordsBeginGridReplacement,
  recordsFinishGridReplacement,
  recordsImportLocations,
  recordsSetMappingFocus,
  systemActor,
  type LocationRow,
} from '@svc/contracts';
import { builtInIds, builtInRows } from '@svc/location-grid';
import { Deadline } from '@svc/service-kit';
import { until } from '@svc/testing';
import { gridStateModel, locationModel } from '../store/location-model.ts';
import { SiteSetting } from '../store/site-setting.ts';
import { recordClient } from '../testing/record-client.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { finishReplacement } from './grid-replacement.ts';
import { LocationGrid } from './location-grid.ts';

const harness = harnessOfSuite({ instances: 2, settings: { BUILT_IN_GRID: 'true' } });
const { create, update, get, expectRefused } = recordClient(harness);
const rows = builtInRows();
const nairobi = rows.find(({ name, level }) => name === 'Nairobi County' && level === 1) as LocationRow;
harness.placesOfUsers = [nairobi.grid_id];

const open = () => new LocationGrid(harness.documents.db);
const grid = async () => open().loaded(Deadline.after(20_000));
const state = () => gridStateModel(harness.documents.db).findById('grid').lean();
const stored = () => locationModel(harness.documents.db);
const asked = (operation: typeof recordsBeginGridReplacement | typeof recordsFinishGridReplacement) =>
  harness.ask<object, object>(operation, {}, systemActor('admin'));
const importing = (...imported: LocationRow[]) =>
  harness.ask(recordsImportLocations, { rows: imported }, systemActor('admin'));

/** Rows of another grid: France and its region. */
const [france, region] = ['FR', 'FR'].map((code, level): LocationRow => {
  const like = rows.find((row) => row.country_code === code && row.level === level) as LocationRow;
  const id = 500 + level;
  return {
    ...like,
    grid_id: id,
    parent_id: level === 0 ? 1 : 500,
    admin0_grid_id: 500,
    admin1_grid_id: level === 0 ? null : id,
    name: `Other ${level}`,
    alt_name: null,
  };
}) as [LocationRow, LocationRow];

beforeAll(() => until(async () => expect((await state())?.builtIn).toBe('there')));

const known: [where: string, lng: number, lat: number, lineage: readonly string[]][] = [
  ['Paris', 2.34, 48.85, ['France', 'Île-de-France', 'Paris']],
  ['Berlin', 13.4, 52.52, ['Germany', 'State of Berlin']],
  ['Nairobi', 36.82, -1.29, ['Kenya', 'Nairobi County']],
  ['Manhattan', -73.97, 40.78, ['United States of America', 'New York', 'New York County']],
  ['Chukotka, west of the antimeridian', 178, 67, ['Russia', 'Chukotka']],
  ['Chukotka, east of it', -172, 66, ['Russia', 'Chukotka']],
  ['an island of Fiji on it', -179.98, -16.8, ['Fiji', 'Northern', 'Cakaudrove Province']],
  ['the south pole', 0, -90, ['Antarctica']],
  ['the north pole', 0, 90, ['World']],
];

test('instances together store the built-in grid once in a new installation', async () => {
  expect(await stored().countDocuments()).toBe(rows.length);
  const loaded = await grid();
  expect([...loaded.rows()]).toHaveLength(rows.length);
  for (const row of rows.slice(0, 300)) expect(loaded.row(row.grid_id)?.name).toBe(row.name);
});

test('well-known points are located in the built-in grid', async () => {
  const loaded = await grid();
  const found = known.map(([where, lng, lat]) => {
    const lineage = loaded.lineageOf(loaded.at({ lng, lat })?.gridId ?? 0);
    return [where, lng, lat, lineage.map(({ name }) => name)];
  });
  expect(found).toEqual(known);
});

test('a complete imported grid replaces the built-in one, and rows in use stay', async () => {
  const paris = { lng: 2.34, lat: 48.85 };
  const location_grid_meta = { values: [paris] };
  const { ID } = await create({ name: 'Parisian', location_grid_meta });
  const before = await get(ID);
  await asked(recordsBeginGridReplacement);
  await importing(rows[0] as LocationRow, france, region);
  const during = await grid();
  expect(during.at(paris)?.name).toBe('Paris');
  expect([...during.rows()].filter(({ gridId }) => gridId === 500 || gridId === 501)).toEqual([]);
  // Paris with its region and country, and Nairobi with its own.
  const kept = 5;
  expect(await asked(recordsFinishGridReplacement)).toEqual({ kept, removed: rows.length - 1 - kept });
  expect(await get(ID)).toEqual(before);
  const after = await grid();
  expect([...after.rows()].map(({ gridId }) => gridId)).toEqual([1, 500, 501]);
  expect(after.at(paris)?.gridId).toBe(501);
  expect(after.row(nairobi.grid_id)).toMatchObject({ name: 'Nairobi County', isRetired: true });
});

test('an interrupted replacement is completed by repeating it, and removed rows do not return', async () => {
  await asked(recordsBeginGridReplacement);
  await importing(rows[0] as LocationRow, france, region);
  expect(await asked(recordsFinishGridReplacement)).toEqual({ kept: 5, removed: 0 });
  await harness.start({ BUILT_IN_GRID: 'true' });
  const { first: $gte, last: $lte } = builtInIds;
  expect(await stored().countDocuments({ _id: { $gte, $lte } })).toBe(5);
  expect((await state())?.builtIn).toBe('replaced');
});

test('a retired row stays in the records that use it, and is refused to others', async () => {
  const paris = { lng: 2.34, lat: 48.85 };
  const keeper = await create({ name: 'Keeper', location_grid_meta: { values: [paris] } });
  const retired = nairobi.grid_id;
  // As if it had been written before.
  const kept = { location_grid: [retired], 'location_grid_meta.0.grid_id': retired };
  const fields = Object.fromEntries(Object.entries(kept).map(([path, value]) => [`fields.${path}`, value]));
  await harness.documents.updateOne({ _id: keeper.ID }, { $set: fields });
  const byId = { values: [{ value: retired }], force_values: true };
  const byPoint = { values: [{ ...paris, label: 'Home', level: 'place', grid_id: retired }] };
  await update(keeper.ID, { location_grid: byId });
  await update(keeper.ID, { location_grid_meta: { ...byPoint, force_values: true } });
  expect((await harness.stored(keeper.ID)).fields).toMatchObject({ location_grid: [retired] });
  const other = await create({ name: 'Other' });
  const error = { code: 'update_location_grid_fields' };
  await expectRefused(other.ID, () => update(other.ID, { location_grid: byId }), error);
  await expectRefused(other.ID, () => update(other.ID, { location_grid_meta: byPoint }), error);
});

test('a retired row stays in the mapping focus, and cannot be added to it', async () => {
  const open = () => new SiteSetting(harness.documents.db, 'mapping_focus', { gridIds: [] });
  const focus = open();
  const deadline = Deadline.after(20_000);
  const set = (...ids: number[]) =>
    harness.ask(recordsSetMappingFocus, { grid_ids: ids }, systemActor('admin'));
  await expect(set(500, nairobi.grid_id)).rejects.toMatchObject({ code: 'rest_invalid_param' });
  expect(await focus.recent(deadline)).toMatchObject({ gridIds: [] });
  await open().change({ $set: { gridIds: [nairobi.grid_id] } }, deadline);
  expect(await focus.stored(deadline)).toMatchObject({ gridIds: [nairobi.grid_id] });
  expect(await set(500, nairobi.grid_id)).toMatchObject({ places: [{ grid_id: 500 }, {}] });
});

test('rows in use are read after every instance has the new grid, and again after the removal', async () => {
  const deadline = Deadline.after(20_000);
  const locations = stored();
  const states = gridStateModel(harness.documents.db);
  await states.updateOne({ _id: 'grid' }, { $set: { builtIn: 'giving way', version: 'before' } });
  const other = open();
  const isRetired = async () => (await other.loaded(deadline)).row(nairobi.grid_id)?.isRetired;
  expect(await isRetired()).toBe(false);
  const before = await locations.findById(nairobi.grid_id).lean();
  const seen: unknown[] = [];
  const named = async () => {
    seen.push(await isRetired());
    return seen.length === 1 ? [] : [nairobi.grid_id];
  };
  const parts = { grid: open(), locations };
  expect(await finishReplacement(deadline, parts, named)).toEqual({ kept: 2, removed: 3 });
  expect(seen[0]).toBe(true);
  expect(await locations.findById(nairobi.grid_id).lean()).toEqual(before);
  const after = await parts.grid.loaded(deadline);
  expect(after.lineageOf(nairobi.grid_id)).toMatchObject([{ name: 'Kenya' }, { name: 'Nairobi County' }]);
});

test('instances apply a replacement that stops right after its start', async () => {
  const deadline = Deadline.after(20_000);
  await gridStateModel(harness.documents.db).updateOne({ _id: 'grid' }, { $set: { builtIn: 'giving way' } });
  const grid = open();
  const other = open();
  await grid.changed(deadline);
  expect((await other.loaded(deadline)).row(nairobi.grid_id)?.isRetired).toBe(false);
  jest.spyOn(grid, 'changed').mockRejectedValue(new Error('stopped'));
  const finished = finishReplacement(deadline, { grid, locations: stored() }, async () => [nairobi.grid_id]);
  await expect(finished).rejects.toThrow('stopped');
  other.lookAgain();
  expect((await other.loaded(deadline)).row(nairobi.grid_id)?.isRetired).toBe(true);
});
