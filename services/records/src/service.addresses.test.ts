import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite } from './testing/records-harness.ts';
import { seedGrid } from './testing/seed-grid.ts';

const harness = harnessOfSuite({ instances: 0 });
let geocoder: Server;
const asked: string[] = [];
const { create, update } = recordClient(harness);

beforeAll(async () => {
  geocoder = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://geocoder.test').searchParams.get('q') ?? '');
    const found = [{ lon: '15.5', lat: '10.5', display_name: '1 Long Road, Hill', addresstype: 'house' }];
    response.end(JSON.stringify(asked.at(-1) === 'Nowhere 5' ? [] : found));
  });
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve));
  const { port } = geocoder.address() as AddressInfo;
  await seedGrid(harness);
  await harness.start({ GEOCODING_URL: `http://127.0.0.1:${port}` });
});

afterAll(async () => {
  geocoder.close();
});

test('an address that asks for it is found on the map, on create and on update', async () => {
  const contact = await create({ name: 'A', contact_address: [{ value: '1 Long Road', geolocate: true }] });
  expect(contact).toMatchObject({
    contact_address: [{ value: '1 Long Road', verified: false }],
    location_grid_meta: [{ lng: '15.5', lat: '10.5', label: '1 Long Road, Hill' }],
    location_grid: [{ id: expect.any(Number), label: expect.any(String) }],
  });
  const other = await create({ name: 'B' });
  expect(
    await update(other.ID, { contact_address: [{ value: '2 Long Road', geolocate: 'true' }] }),
  ).toMatchObject({
    location_grid_meta: [{ label: '1 Long Road, Hill' }],
  });
  expect(asked).toEqual(['1 Long Road', '2 Long Road']);
});

test('an address stays text where nothing is found or asked, and a refused write asks nobody', async () => {
  const before = asked.length;
  const nowhere = await create({ name: 'C', contact_address: [{ value: 'Nowhere 5', geolocate: true }] });
  const silent = await create({ name: 'D', contact_address: [{ value: '1 Long Road' }] });
  for (const contact of [nowhere, silent]) expect(contact).not.toHaveProperty('location_grid_meta');
  const wrong = { name: 'E', planet: 'x', contact_address: [{ value: '1 Long Road', geolocate: true }] };
  await expect(create(wrong)).rejects.toMatchObject({ data: { bad_fields: ['planet'] } });
  expect(asked.slice(before)).toEqual(['Nowhere 5']);
});
