import { expect, test } from '@jest/globals';
import type { Fields } from '@svc/contracts';
import { createLogger, Deadline } from '@svc/service-kit';
import { userActor } from '@svc/testing';
import { createField } from '../post-types/create-field.ts';
import type { Field } from '../model/field.ts';
import type { Geocoding, LocatedAddress } from '../grid/geocoding-provider.ts';
import { geolocateAddresses } from './geolocate-addresses.ts';
import type { GridPlaces } from '../grid/grid-places.ts';
import type { Point } from '../model/places.ts';

const here: LocatedAddress = { lng: 10, lat: 5, label: '1 Long Road, Town', level: 'house' };
const answers: Readonly<Record<string, LocatedAddress>> = {
  '1 Long Road': here,
  'At sea': { lng: 99, lat: 5, label: 'Sea' },
  Nowhere: { ...here, lng: 0, lat: 0 },
  Odd: { ...here, label: '\u0000' },
};

/** Knows those addresses, and fails for one. */
class Provider implements Geocoding {
  readonly asked: string[] = [];

  async locate(address: string): Promise<LocatedAddress | undefined> {
    this.asked.push(address);
    if (address === 'Trouble') throw new Error('the geocoding service is away');
    return answers[address];
  }
}

/** A grid that knows no place at sea. */
const places = {
  async named() {
    const at = ({ lng }: Point) =>
      lng === 99 ? undefined : { gridId: 1, name: '', levelName: '', lng, lat: 0, fullName: '' };
    return { get: () => undefined, at };
  },
} as unknown as GridPlaces;

const call = {
  actor: userActor(1, 'Amina'),
  deadline: Deadline.after(5_000),
  log: createLogger({ service: 'records', level: 'silent' }),
};
const types = {
  contact_address: 'communication_channel',
  contact_other: 'communication_channel',
  x_address: 'communication_channel',
  location_grid_meta: 'location_meta',
};

const define = (name: string, type: string) => ({
  name,
  type,
  is_address: /^(contact|x)_address$/.test(name),
});

function postType(declared: Readonly<Record<string, string>>) {
  const fields = Object.entries(declared).flatMap(([key, type]) => [
    ...createField({ postType: 'tests', key, definition: define(key, type), report: () => undefined }),
  ]);
  return { fields: new Map(fields.map((field: Field) => [field.key, field])) };
}

const geolocate = (fields: Fields, geocoding?: Geocoding, declared: Record<string, string> = types) =>
  geolocateAddresses(call, { geocoding, places }, postType(declared), fields);
const address = (value: unknown, more: object = { geolocate: true }) => ({
  contact_address: [{ value, ...more }],
});
const long = address('1 Long Road');

test.each<[string, Fields]>([
  ['a list of entries', long],
  ['an entry with a label', { contact_address: [{ label: ' 1 Long Road ', geolocate: 'true' }] }],
  ['an object with values', { contact_address: { values: [{ value: '1 Long Road', geolocate: 1 }] } }],
  ['an address channel of an extension', { x_address: long.contact_address }],
  ['the same address twice', { contact_address: [...long.contact_address, ...long.contact_address] }],
])('an address is geolocated into a location: %s', async (_what, fields) => {
  const provider = new Provider();
  expect(await geolocate(fields, provider)).toEqual({ ...fields, location_grid_meta: { values: [here] } });
  expect(provider.asked).toEqual(['1 Long Road']);
});

test('the location of an address is added to the locations of the request', async () => {
  const places = (...values: object[]) => ({ location_grid_meta: { values, force_values: true } });
  const written = { ...long, ...places({ grid_id: 3 }) };
  const located = { ...long, ...places({ grid_id: 3 }, here) };
  expect(await geolocate(written, new Provider())).toEqual(located);
});

test.each<[string, Fields, number]>([
  ['an address without geolocate', address('1 Long Road', {}), 0],
  ['an address with geolocate false', address('1 Long Road', { geolocate: 'false' }), 0],
  ['an address that is removed', address('1 Long Road', { geolocate: true, key: 'a', delete: true }), 0],
  ['an address that is not a text', address({ $gt: '' }), 0],
  ['an empty address', address(' '), 0],
  ['another channel', { contact_other: [{ value: '1 Long Road', geolocate: true }] }, 0],
  ['an address unknown to the provider', address('2 Short Road'), 1],
  ['an address outside the location grid', address('At sea'), 1],
  ['an answer without a valid point', address('Nowhere'), 1],
  ['an answer with an invalid label', address('Odd'), 1],
  ['a failing provider', address('Trouble'), 1],
  ['locations of the wrong type', { ...address('1 Long Road'), location_grid_meta: 5 }, 0],
  ['no addresses', { name: 'Ann' }, 0],
])('fields do not change with %s', async (_what, fields, questions) => {
  const provider = new Provider();
  expect(await geolocate(fields, provider)).toBe(fields);
  expect(provider.asked).toHaveLength(questions);
});

test('an address is not geolocated without a provider, a location field or an address field', async () => {
  const fields = address('1 Long Road');
  expect(await geolocate(fields)).toBe(fields);
  const provider = new Provider();
  expect(await geolocate(fields, provider, { contact_address: 'communication_channel' })).toBe(fields);
  expect(await geolocate(fields, provider, { location_grid_meta: 'location_meta' })).toBe(fields);
  expect(provider.asked).toEqual([]);
});

test('one write geolocates at most ten addresses', async () => {
  const provider = new Provider();
  const entries = Array.from({ length: 30 }, (_nothing, n) => ({ value: `${n} Road`, geolocate: true }));
  await geolocate({ contact_address: entries }, provider);
  expect(provider.asked).toHaveLength(10);
});
