import { expect, jest, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { until } from '@svc/testing';
import { locationModel } from '../store/location-model.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { LocationGrid } from './location-grid.ts';

const harness = harnessOfSuite({ instances: 0 });

const soon = () => Deadline.after(10_000);
const nameOf = async (grid: LocationGrid) => (await grid.loaded(soon())).row(500)?.name;
const locations = () => locationModel(harness.documents.db);
const open = (derived?: () => Promise<void>) => new LocationGrid(harness.documents.db, derived);

async function store(altName: string): Promise<void> {
  const row = { name: altName, level: 0, levelName: 'admin0', lineage: [500], longitude: 1, latitude: 2 };
  const more = { population: 0, altName, altPopulation: 0, isCustomLocation: false, altNameChanged: false };
  await locations().updateOne({ _id: 500 }, { $set: { ...row, ...more } }, { upsert: true });
}

/** Has that long gone by for the grid, without waiting. */
function later(milliseconds: number) {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}

test('an instance applies its own change of the grid immediately, and another instance a second later', async () => {
  await store('Before');
  const here = open();
  const there = open();
  expect([await nameOf(here), await nameOf(there)]).toEqual(['Before', 'Before']);
  await store('After');
  await here.changed(soon());
  expect([await nameOf(here), await nameOf(there)]).toEqual(['After', 'Before']);
  later(1_000);
  expect(await nameOf(there)).toBe('After');
  jest.restoreAllMocks();
});

test('the previous grid is served while a changed one is being loaded', async () => {
  await store('Before');
  const { promise: isDerived, resolve } = Promise.withResolvers<void>();
  let derived = Promise.resolve();
  const here = open();
  const there = open(() => derived);
  await Promise.all([here.fill(), there.fill()]);
  derived = isDerived;
  await store('After');
  await here.changed(soon());
  later(1_000);
  const nameAtHand = async (grid: LocationGrid) => (await grid.atHand(soon())).row(500)?.name;
  expect([await nameAtHand(here), await nameAtHand(there)]).toEqual(['After', 'Before']);
  expect(await nameOf(there)).toBe('After');
  expect(await nameAtHand(there)).toBe('Before');
  resolve();
  await until(async () => expect(await nameAtHand(there)).toBe('After'));
  jest.restoreAllMocks();
});

test('rows are written together with their new version, or not at all', async () => {
  await store('Before');
  const here = open();
  const there = open();
  const write = (altName: string, ending: () => void) =>
    here.write(soon(), async (options) => {
      await locations().updateOne({ _id: 500 }, { $set: { altName } }, options);
      ending();
    });
  const failing = write('Half', () => {
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  expect((await locations().findById(500).lean())?.altName).toBe('Before');
  await write('After', () => undefined);
  expect([await nameOf(here), await nameOf(there)]).toEqual(['After', 'After']);
  await expect(here.write(Deadline.after(0), () => Promise.resolve())).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test('a failed load is reported, and the next call loads again', async () => {
  await store('Back');
  const grid = open();
  const find = jest.spyOn(locations(), 'find').mockImplementation(() => {
    throw new Error('not now');
  });
  await expect(grid.loaded(soon())).rejects.toThrow('not now');
  find.mockRestore();
  expect(await nameOf(grid)).toBe('Back');
});

test('a call past its deadline does not wait for the grid', async () => {
  const { promise: derived, resolve } = Promise.withResolvers<void>();
  const grid = open(() => derived);
  await expect(grid.atHand(Deadline.after(0))).rejects.toMatchObject({ code: 'service_unavailable' });
  resolve();
  expect((await grid.atHand(soon())).row(500)?.name).toBe('Back');
});
