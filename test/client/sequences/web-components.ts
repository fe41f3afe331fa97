import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestUser, World } from '../../support/world.ts';
import { Browser, type ClientSession } from '../browser.ts';
import type { Fields } from './client.ts';

/** The components that need places or other records; for the others see `auto-save.test.ts`. */
export function webComponents(world: () => World): void {
  let browser: Browser;
  let mona: TestUser;
  let client: ClientSession;

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona' });
    browser = await Browser.open();
    client = browser.session({ gatewayUrl: world().gatewayUrl, token: mona.token });
  });

  afterAll(() => browser?.close());

  const saved = { error: '', saved: true };

  test('save connections and places', async () => {
    const { ID: group } = await client.api.createPost('groups', { name: 'Connected' });
    const { ID: id } = await client.api.createPost('contacts', { name: 'Edited' });
    const harbour = { id: '200', label: 'Place 200' };
    const part = { id: '101', label: 'Place 101' };
    const edits: [
      component: string,
      field: string,
      newValue: Fields[],
      oldValue: Fields[],
      read: Fields[],
    ][] = [
      ['dt-connection', 'groups', [{ id: group, label: 'Connected' }], [], [{ ID: group }]],
      ['dt-connection', 'groups', [{ id: group, label: 'Connected', delete: true }], [{ id: group }], []],
      ['dt-location', 'location_grid', [part], [], [{ label: 'Place 101' }]],
      [
        'dt-location',
        'location_grid',
        [{ ...part, delete: true }, harbour],
        [part],
        [{ label: 'Place 200' }],
      ],
    ];
    for (const [component, field, newValue, oldValue, read] of edits) {
      const element = client.open(component, 'contacts', id);
      await element.change(field, newValue, oldValue);
      expect(Object.fromEntries(element.attributes)).toEqual(saved);
      expect(client.wire.at(-1)?.body).toMatchObject({ [field]: { force_values: false } });
      expect(await client.api.getPost('contacts', id)).toMatchObject({ [field]: read });
    }
  });

  test('save points on the map, and addresses without one', async () => {
    const { ID: id } = await client.api.createPost('contacts', { name: 'On the map' });
    const element = client.open('dt-location-map', 'contacts', id);
    const point = {
      lng: 40,
      lat: 10,
      level: 'place',
      label: 'Harbour',
      source: 'user',
      id: 1_700_000_000_001,
    };
    await element.change('location_grid_meta', [point], []);
    const read = element.value as Fields[];
    expect(read).toMatchObject([{ label: 'Harbour', grid_id: '200', grid_meta_id: expect.any(String) }]);

    // The component adds ids to entries without one, and compares by id.
    const points = read.map((each) => ({ ...each, id: each['grid_meta_id'] }));
    const address = { label: '12 Street', id: 1_700_000_000_002 };
    await element.change('location_grid_meta', [...points, address], points);
    expect(client.wire.at(-1)?.body).toEqual({ contact_address: [address] });
    expect(element.value).toEqual(read);
    const { contact_address: addresses } = await client.api.getPost('contacts', id);
    expect(addresses).toMatchObject([{ value: '12 Street', key: expect.any(String) }]);

    await element.change('location_grid_meta', [], points);
    const removed = { ...points[0], delete: true };
    expect(client.wire.at(-1)?.body).toMatchObject({ location_grid_meta: { values: [removed] } });
    expect(Object.fromEntries(element.attributes)).toEqual(saved);
    const record = await client.api.getPost('contacts', id);
    expect(record).not.toHaveProperty('location_grid_meta');
    expect(record).toMatchObject({ contact_address: addresses });
  });

  test('load what they offer', async () => {
    const tags = { values: [{ value: 'offered' }] };
    const { ID: id } = await client.api.createPost('contacts', { name: 'Offering Otto', tags });
    const { ID: other } = await client.api.createPost('contacts', { name: 'Offering Olga' });
    const load = (component: string, detail: object) => client.open(component, 'contacts', id).load(detail);
    const status = { key: 'active', label: 'Active', color: '#4CAF50' };
    expect(
      await load('dt-connection', { field: 'relation', query: 'offering', postType: 'contacts' }),
    ).toEqual([{ id: other, label: 'Offering Olga', link: undefined, status }]);
    expect(await load('dt-location', { field: 'location_grid', query: 'place 2', filter: 'all' })).toEqual([
      { id: '200', label: 'Place 200' },
    ]);
    expect(await load('dt-tags', { field: 'tags', query: 'offer' })).toEqual([
      { id: 'offered', label: 'offered' },
    ]);
    expect(await load('dt-list', { query: { text: 'offering', sort: 'name' } })).toMatchObject([
      { ID: other, post_title: 'Offering Olga' },
      { ID: id, post_title: 'Offering Otto' },
    ]);
    expect(await load('dt-button', {})).toMatchObject({ ID: id, name: 'Offering Otto' });
  });
}
