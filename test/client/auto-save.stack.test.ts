import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { Browser, type ClientSession } from './browser.ts';

let world: World;
let browser: Browser;
let mona: TestUser;
let client: ClientSession;

beforeAll(async () => {
  world = await worldInCommon();
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  browser = await Browser.open();
  client = browser.session({ gatewayUrl: world.gatewayUrl, token: mona.token });
});

afterAll(() => browser?.close());

// The client prints every refusal.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const saved = { error: '', saved: true };

/** A new value, and what the record has afterwards. */
type Step = readonly [newValue: unknown, read: unknown];
type Edit = [component: string, postType: string, field: string, ...steps: Step[]];

/** Edits a field of a new record step by step; a component says each time what it showed before. */
async function expectSaved(...[component, postType, field, ...steps]: Edit): Promise<void> {
  const { ID: id } = await client.api.createPost(postType, { name: 'Edited' });
  const element = client.open(component, postType, id);
  for (const [at, [newValue, read]] of steps.entries()) {
    await element.change(field, newValue, steps[at - 1]?.[0] ?? null);
    expect(Object.fromEntries(element.attributes)).toEqual(saved);
    expect((await client.api.getPost(postType, id))[field]).toEqual(read);
  }
}

const bible = 'milestone_has_bible';
const belief = 'milestone_belief';
const story = 'First line\nSecond "line"';
const part = { id: '101', label: 'Place 101' };
const harbour = { id: '200', label: 'Place 200' };
const phone = (value: string) => [{ verified: false, value, key: 'mobile' }];

// What the history tells of a value is a fixture of its type (services/records/src/fields/conformance.test.ts).
test.each<Edit>([
  ['dt-text', 'contacts', 'nickname', ['Bobby', 'Bobby'], ['Боб', 'Боб'], ['', '']],
  ['dt-text', 'groups', 'name', ['North', 'North']],
  ['dt-textarea', 'contacts', 'x_story', [story, story]],
  ['dt-number', 'contacts', 'x_rating', ['4', 4]],
  ['dt-toggle', 'contacts', 'requires_update', [true, true], [false, false]],
  ['dt-single-select', 'contacts', 'overall_status', ['paused', { key: 'paused', label: 'Paused' }]],
  [
    'dt-multi-select',
    'contacts',
    'milestones',
    [
      [bible, belief],
      [bible, belief],
    ],
    [[bible, `-${belief}`], [bible]],
  ],
  ['dt-multi-select-button-group', 'groups', 'health_metrics', [['church_giving'], ['church_giving']]],
  [
    'dt-tags',
    'contacts',
    'tags',
    [
      ['new here', 'друг'],
      ['new here', 'друг'],
    ],
    [['-new here', 'друг'], ['друг']],
  ],
  [
    'dt-date',
    'contacts',
    'baptism_date',
    ['2024-01-02', { timestamp: '1704153600', formatted: '2024-01-02' }],
    ['', undefined],
  ],
  [
    'dt-datetime',
    'contacts',
    'x_appointment',
    [1_704_153_600, { timestamp: '1704153600', formatted: '2024-01-02 00:00:00' }],
  ],
  [
    'dt-multi-text',
    'contacts',
    'contact_phone',
    [[{ tempKey: 'new', value: '123', key: 'mobile' }], phone('123')],
    [phone('456'), phone('456')],
    [[{ ...phone('456')[0], delete: true }], undefined],
  ],
  [
    'dt-location',
    'contacts',
    'location_grid',
    [[part], [expect.objectContaining({ label: 'Place 101' })]],
    [[{ ...part, delete: true }, harbour], [expect.objectContaining({ label: 'Place 200' })]],
  ],
])('%s saves %s %s', expectSaved);

test('dt-users-connection saves a user', async () => {
  const { id, displayName } = await world.createUser({ role: 'multiplier', displayName: 'Carl Colleague' });
  await expectSaved('dt-users-connection', 'contacts', 'assigned_to', [
    [{ id, label: displayName }],
    { id: String(id), type: 'user', display: displayName, 'assigned-to': `user-${id}` },
  ]);
});

test('dt-connection saves added and removed connections', async () => {
  const { ID: id } = await client.api.createPost('groups', { name: 'Connected' });
  await expectSaved(
    'dt-connection',
    'contacts',
    'groups',
    [[{ id, label: 'Connected' }], [expect.objectContaining({ ID: id })]],
    [[{ id, label: 'Connected', delete: true }], []],
  );
});

test('dt-location-map saves points on the map and addresses without a point', async () => {
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
  const read = element.value as Record<string, unknown>[];
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

test('components load their options', async () => {
  const tags = { values: [{ value: 'offered' }] };
  const { ID: id } = await client.api.createPost('contacts', { name: 'Offering Otto', tags });
  const { ID: other } = await client.api.createPost('contacts', { name: 'Offering Olga' });
  const load = (component: string, detail: object) => client.open(component, 'contacts', id).load(detail);
  const status = { key: 'active', label: 'Active', color: '#4CAF50' };
  expect(await load('dt-connection', { field: 'relation', query: 'offering', postType: 'contacts' })).toEqual(
    [{ id: other, label: 'Offering Olga', link: undefined, status }],
  );
  expect(await load('dt-location', { field: 'location_grid', query: 'place 2', filter: 'all' })).toEqual([
    { id: '200', label: 'Place 200' },
  ]);
  expect(await load('dt-tags', { field: 'tags', query: 'offer' })).toEqual([
    { id: 'offered', label: 'offered' },
  ]);
  expect(await load('dt-list', { query: { text: 'offering', sort: 'name' } })).toMatchObject([
    { ID: String(other), post_title: 'Offering Olga' },
    { ID: String(id), post_title: 'Offering Otto' },
  ]);
  expect(await load('dt-button', {})).toMatchObject({ ID: id, name: 'Offering Otto' });
});

test('a refused change is shown with its message', async () => {
  const { ID: id } = await client.api.createPost('contacts', { name: 'Refused' });
  const element = client.open('dt-text', 'contacts', id);
  await element.change('name', '', null);
  const shown = { invalid: true, error: 'Name/Title field can not be empty' };
  expect(Object.fromEntries(element.attributes)).toEqual(shown);
  expect(client.wire.at(-1)).toMatchObject({ method: 'POST', status: 400 });
});
