import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsList, type Fields } from '@svc/contracts';
import fc from 'fast-check';
import { multiplier, RecordsBed } from '../testing/records-bed.ts';

const lister = multiplier(11);
const capabilities = [...lister.capabilities, 'access_samples', 'create_samples'];
const actor = { ...lister, capabilities };
let bed: RecordsBed;

beforeAll(async () => {
  bed = await RecordsBed.open();
  await bed.start({ EXTENSIONS: new URL('../testing/sample-extension.ts', import.meta.url).pathname });
}, 60_000);

afterAll(async () => bed.close());

/** Field → its values in ascending order of the list; `unset` where records without the field belong. */
const orders: Readonly<Record<string, { ascending: readonly unknown[]; descendingUnset: 'first' | 'last' }>> =
  {
    a_text: { ascending: ['Ábel', 'bernd', 'Carla', undefined], descendingUnset: 'last' },
    a_textarea: { ascending: ['a\nb', 'b', undefined], descendingUnset: 'last' },
    a_number: { ascending: [-2, 0, 10, 9000, undefined], descendingUnset: 'last' },
    a_date: { ascending: ['1960-01-01', '2020-01-01', undefined], descendingUnset: 'last' },
    a_datetime: { ascending: ['2020-01-01 10:00', '2020-01-01 10:01', undefined], descendingUnset: 'last' },
    an_option: { ascending: ['two', 'one', 'three', undefined], descendingUnset: 'first' },
    some_options: {
      ascending: [values('three'), values('one'), values('two'), undefined],
      descendingUnset: 'first',
    },
    some_tags: { ascending: [values('a'), values('B'), undefined], descendingUnset: 'last' },
    a_channel: {
      ascending: [[{ value: '9' }], [{ value: '10' }], [{ value: 'x' }], undefined],
      descendingUnset: 'last',
    },
    a_user: { ascending: [3, 11, undefined], descendingUnset: 'last' },
    a_flag: { ascending: [undefined, true], descendingUnset: 'last' },
  };

function values(...keys: string[]) {
  return { values: keys.map((value) => ({ value })) };
}

async function create(fields: Fields): Promise<number> {
  const input = { post_type: 'samples', fields, silent: true };
  return ((await bed.ask(recordsCreate, input, actor)) as { ID: number }).ID;
}

async function namesBy(sort: string, page: Fields = {}): Promise<string[]> {
  const query = { sort, fields_to_return: ['name'], ...page };
  const answer = await bed.ask(recordsList, { post_type: 'samples', query }, actor);
  return answer.posts.map((post) => post.name);
}

test('sorts by every field type as declared, unset where it belongs, in both directions', async () => {
  const rows = Object.entries(orders).flatMap(([key, { ascending }]) =>
    ascending.map((value, place) => ({
      name: `${key} ${place}`,
      ...(value === undefined ? {} : { [key]: value }),
    })),
  );
  for (const fields of [...rows].reverse()) await create(fields);
  for (const [key, { ascending, descendingUnset }] of Object.entries(orders)) {
    const own = (names: string[]) => names.filter((name) => name.startsWith(`${key} `));
    const expected = ascending.map((_value, place) => `${key} ${place}`);
    const descending = [...expected].reverse();
    const unset = `${key} ${ascending.indexOf(undefined)}`;
    const others = descending.filter((name) => name !== unset);
    expect(own(await namesBy(key))).toEqual(expected);
    expect(own(await namesBy(`-${key}`))).toEqual(
      descendingUnset === 'first' ? [unset, ...others] : [...others, unset],
    );
  }
});

test('pages never overlap and leave nothing out, whatever they are sorted by', async () => {
  const all = await namesBy('name');
  const sort = fc.constantFrom(
    ...Object.keys(orders).flatMap((key) => [key, `-${key}`]),
    'name',
    '-post_date',
    'nonsense',
  );
  await fc.assert(
    fc.asyncProperty(sort, fc.integer({ min: 3, max: 20 }), async (order, limit) => {
      const pages: string[] = [];
      for (let offset = 0; offset < all.length; offset += limit)
        pages.push(...(await namesBy(order, { limit, offset })));
      expect([...pages].sort()).toEqual([...all].sort());
    }),
    { numRuns: process.env['TEST_SUITE'] === 'full' ? 200 : 15 },
  );
}, 300_000);
