import { beforeAll, describe, expect, test } from '@jest/globals';
import { recordsLocationCounts, recordsUpdate, type Actor, type ListQuery } from '@svc/contracts';
import { until, userActor, worldRow } from '@svc/testing';
import type { RecordDocument } from '../model/record.ts';
import { familyOfPlaces } from '../testing/family-of-places.ts';
import { knownWorld } from '../testing/fixed-world.ts';
import { recordClient } from '../testing/record-client.ts';
import {
  dispatcher,
  harnessOfSuite,
  multiplier,
  siteLink,
  withExtensions,
} from '../testing/records-harness.ts';
import { seedPlaces } from '../testing/seed-places.ts';

const rows = [worldRow, ...familyOfPlaces(knownWorld)];
const ids = rows.map((row) => row.grid_id);

const harness = harnessOfSuite({ instances: 0 });
let stored: readonly RecordDocument[];
const { create } = recordClient(harness);

beforeAll(async () => {
  await seedPlaces(harness, rows);
  await harness.start({ ...withExtensions('guarded'), READ_CACHE: 'true' });
  for (let n = 0; n < 120; n += 1) {
    const located = n % 7 === 0 ? {} : { location_grid: placesOf(n) };
    const type = ['access', 'personal', 'user', 'access_placeholder'][n % 4];
    const gender = n % 3 === 0 ? { gender: 'male' } : {};
    const fields = { type, sources: [n % 8 < 4 ? 'web' : 'phone'], ...gender, ...located };
    await harness.seed('contacts', 1, { fields, sharedWith: [3 + (n % 5)], name: `Name ${n % 10}` });
  }
  stored = await harness.documents.find({ postType: 'contacts' }).lean<RecordDocument[]>();
});

/** One to three places, some of them in each other, in the order in which records keep them. */
function placesOf(n: number): number[] {
  const chosen = [1, 5, 11].slice(0, 1 + (n % 3)).map((step) => ids[(n * step) % ids.length] ?? 0);
  return [...new Set(chosen)].sort((one, other) => one - other);
}

interface Asked {
  readonly query?: ListQuery;
  readonly postType?: string;
}

const count = (caller: Actor, parent?: number, { query = {}, postType = 'contacts' }: Asked = {}) =>
  harness.ask(
    recordsLocationCounts,
    { post_type: postType, query, ...(parent === undefined ? {} : { parent }) },
    caller,
  );

type Sees = (record: RecordDocument) => boolean;

const typeOf = ({ fields }: RecordDocument) => String(fields['type']);
const isShared =
  (userId: number): Sees =>
  ({ sharedWith }) =>
    sharedWith.includes(userId);
const isOpen: Sees = (record) => typeOf(record) !== 'personal';

const isMan: Sees = ({ fields }) => fields['gender'] === 'male';
/** An extension goes by the name of the caller. */
const named = (name: string): Actor => ({ ...multiplier(4), displayName: name });

const ofSource: Actor = {
  ...userActor(9, 'User 9', ['access_contacts', 'access_specific_sources']),
  allowedSources: ['web'],
};

const callers: [string, Actor, Sees][] = [
  ['with access to shared records', multiplier(4), isShared(4)],
  ['without shared records', multiplier(50), () => false],
  [
    'with access to shared records and types',
    dispatcher(5),
    (record) => isShared(5)(record) || isOpen(record),
  ],
  ['with access to all contacts', userActor(9, 'User 9', ['access_contacts', 'view_any_contacts']), isOpen],
  ['over a site link', siteLink('Link', ['access_contacts', 'dt_all_access_contacts']), isOpen],
  [
    'with access to one source',
    ofSource,
    (record) => typeOf(record) === 'access' && (record.fields['sources'] as string[]).includes('web'),
  ],
  ['restricted by an extension to men', named('only men'), (record) => isShared(4)(record) && isMan(record)],
  ['given all records by an extension', named('everything'), () => true],
  ['given no records by an extension', named('nothing'), () => false],
];

const queries: [ListQuery, Sees][] = [
  [{}, () => true],
  [{ gender: ['male'], _: '1' }, isMan],
  [
    { fields: [[{ gender: ['male'] }, { name: 'Name 7' }]] },
    (record) => isMan(record) || record.name === 'Name 7',
  ],
  [{ location_grid: ['903'], limit: 1, sort: 'name' }, (record) => liesIn(record, 903)],
  [{ location_grid: ['-100089589'] }, (record) => !liesIn(record, 100089589)],
];

/** The place and all that it lies in, by the parents of the rows. */
function lineage(gridId: number): number[] {
  const row = rows.find((each) => each.grid_id === gridId);
  return row?.parent_id ? [gridId, ...lineage(row.parent_id)] : [gridId];
}

function liesIn({ fields }: RecordDocument, place: number): boolean {
  const named = (fields['location_grid'] ?? []) as number[];
  return named.some((gridId) => lineage(gridId).includes(place));
}

describe.each(callers)('the location counts of a caller %s', (_who, caller, sees) => {
  test.each(queries)('match the lists for the query %j', async (query, isAsked) => {
    const found = stored.filter((record) => sees(record) && isAsked(record));
    for (const parent of Object.keys(query).length === 0 ? ids : [1, 100089589, 903]) {
      const parts = rows.filter((row) => row.parent_id === parent);
      const inPlace = (gridId: number) => found.filter((record) => liesIn(record, gridId)).length;
      const answer = await count(caller, parent, { query });
      expect(answer.parent).toMatchObject({ grid_id: parent, count: inPlace(parent) });
      expect(answer.parts.map((part) => [part.grid_id, part.count])).toEqual(
        parts.map((row) => [row.grid_id, inPlace(row.grid_id)]).sort(([one = 0], [other = 0]) => one - other),
      );
    }
  });
});

test('a place has its name, level, centre and has_parts', async () => {
  const { parent, parts } = await count(dispatcher(5), 100089589);
  expect(parent).toMatchObject({ grid_id: 100089589, name: 'France', level: 'admin0', has_parts: true });
  expect(parts).toMatchObject([
    { grid_id: 902, name: 'Lorraine', level: 'admin1', lng: 2, lat: 2, has_parts: false },
    { grid_id: 100089597, name: 'Île-de-France', has_parts: true },
  ]);
  const world = await count(dispatcher(5));
  expect(world.parent).toMatchObject({ grid_id: 1, name: 'World', level: 'world', has_parts: true });
  expect(world.parts.map(({ level }) => level)).toEqual(world.parts.map(() => 'admin0'));
});

test('the records of each type are counted separately', async () => {
  const caller = multiplier(60);
  await create({ name: 'G', location_grid: { values: [{ value: 904 }] } }, caller, 'groups');
  expect((await count(caller, 903, { postType: 'groups' })).parts).toMatchObject([
    { grid_id: 904, count: 1 },
  ]);
  expect((await count(caller, 903)).parts).toMatchObject([{ grid_id: 904, count: 0 }]);
});

test('counts follow changes of locations', async () => {
  const caller = multiplier(61);
  const { ID: id } = await create({ name: 'C', location_grid: { values: [{ value: 908 }] } }, caller);
  const counted = async () => (await count(caller, 907)).parts.map((part) => part.count);
  expect(await counted()).toEqual([1]);
  const location = { location_grid: { values: [{ value: 910 }], force_values: true } };
  await harness.ask(recordsUpdate, { post_type: 'contacts', id, fields: location, silent: true }, caller);
  await until(async () => expect(await counted()).toEqual([0]));
  expect((await count(caller)).parent.count).toBe(1);
});

const nobody = userActor(3, 'User 3', ['read']);
const ofGroups = userActor(3, 'User 3', ['read_location', 'access_groups']);
const unknown = { data: { params: { parent: 'location grid id does not exist: 4' } } };

test.each<[string, Actor, number | undefined, Asked, object]>([
  ['without permission', nobody, undefined, {}, { code: 'search_location_grid_by_name', status: 403 }],
  ['without access to the type', ofGroups, undefined, {}, { code: 'search_viewable_post', status: 403 }],
  ['of an unknown type', multiplier(3), undefined, { postType: 'hats' }, { code: 'rest_invalid_param' }],
  ['of an unknown place', multiplier(3), 4, {}, unknown],
  [
    'with an unknown filter',
    multiplier(3),
    undefined,
    { query: { shoe_size: [1] } },
    { code: 'fields_to_sql' },
  ],
])('location counts %s are refused', async (_what, caller, parent, asked, error) => {
  await expect(count(caller, parent, asked)).rejects.toMatchObject({ status: 400, ...error });
});

test('counts read only records with a location, through an index', async () => {
  await harness.seed('contacts', 500, { fields: { type: 'access' } });
  const profiled = await harness.profiled(() =>
    count(userActor(70, 'User 70', ['access_contacts', 'view_any_contacts'])),
  );
  const counting = profiled.filter(({ ns, op }) => ns.endsWith('.records') && op === 'command');
  expect(counting).toHaveLength(1);
  expect(counting[0]?.planSummary).toMatch(/^IXSCAN/);
  expect(counting[0]?.docsExamined).toBeLessThan(200);
});
