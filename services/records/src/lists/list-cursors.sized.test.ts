import { beforeAll, describe, expect, test } from '@jest/globals';
import { recordsList, type Fields, type ListQuery } from '@svc/contracts';
import { sized } from '@svc/testing';
import fc from 'fast-check';
import { recordClient, values } from '../testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from '../testing/records-harness.ts';

const ann = overseer(11, 'samples', 'sets');
const ben = overseer(12, 'samples', 'sets');
const kept = 40;

/** Every kind of order: of the name index, by stored values that may be unset, by computed ones, and ranked. */
const sorts = [
  '',
  'name',
  '-last_modified',
  'a_number',
  '-a_date',
  '-an_option',
  'a_flag',
  'some_tags',
  '-sets',
];
const privateSorts = ['my_a_number', '-my_a_text'];

/** Filters that the name index decides, that the database does, a text, and names of which the first come first by default. */
const filters: readonly ListQuery[] = [
  {},
  { post_date: { start: '2000-01-01' } },
  { text: 'ecord' },
  { name: ['ecord 3', 'ecord'] },
];

const variants: [from: string, settings: Record<string, string>][] = [
  ['the name index', {}],
  ['the database', { NAME_INDEX_MB: '0' }],
];

interface Page {
  readonly posts: readonly { readonly ID: number }[];
  readonly total?: number;
  readonly next_cursor?: string | null | undefined;
  readonly previous_cursor?: string | null | undefined;
}

describe.each(variants)('from %s', (_from, settings) => {
  const harness = harnessOfSuite({ instances: 2, settings: { ...withExtensions('sample'), ...settings } });
  const client = recordClient(harness);
  const sets: number[] = [];
  const ids: number[] = [];
  const others: number[] = [];

  const create = async (fields: Fields) => (await client.create(fields, ann, 'samples')).ID;
  const list = (query: ListQuery): Promise<Page> => client.list(query, ann, 'samples');

  const fieldsOf = (seed: number): Fields => ({
    name: `Record ${seed % 6}`,
    ...(seed % 3 ? { a_number: seed % 4, my_a_number: seed % 5 } : { my_a_text: `t${seed % 2}` }),
    ...(seed % 7 < 3 ? { a_date: `2024-02-0${1 + (seed % 7)}` } : {}),
    ...(seed % 4 ? {} : { an_option: ['one', 'two', 'three'][seed % 3] }),
    ...(seed % 5 ? {} : { a_flag: seed % 2 === 0 }),
    ...(seed % 2 ? { some_tags: values(`tag ${seed % 3}`), sets: values(sets[seed % sets.length]) } : {}),
  });

  beforeAll(async () => {
    for (const name of ['A', 'B', 'C'])
      sets.push((await client.create({ name: `Set ${name}` }, ann, 'sets')).ID);
    for (let seed = 0; seed < kept; seed += 1) ids.push(await create(fieldsOf(seed)));
  });

  /** Another record comes, changes or goes. */
  async function writeOther([kind, seed]: readonly [number, number]): Promise<void> {
    const place = seed % Math.max(1, others.length);
    const other = others[place];
    if (kind === 0 || other === undefined) others.push(await create(fieldsOf(seed)));
    else if (kind === 1) await client.update(other, fieldsOf(seed + 1), ann, 'samples');
    else {
      others.splice(place, 1);
      await client.remove(other, ann, 'samples');
    }
  }

  const keptOf = ({ posts }: Page) => posts.map(({ ID }) => ID).filter((id) => ids.includes(id));

  const walks = fc.record({
    sort: fc.constantFrom(...sorts, ...privateSorts),
    filter: fc.constantFrom(...filters),
    limits: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 5 }),
    writes: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.nat(1_000)), { maxLength: 8 }),
  });

  test('pages neither skip nor repeat a record while others write, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(walks, async ({ sort, filter, limits, writes }) => {
        const query = { ...filter, sort, count: 'none', fields_to_return: ['name'] };
        const expected = keptOf(await list({ ...query, limit: 1_000 }));
        const walk = async (from: string, key: 'next_cursor' | 'previous_cursor') => {
          const pages: Page[] = [];
          for (let cursor: string | null | undefined = from; typeof cursor === 'string';) {
            const limit = limits[pages.length % limits.length] ?? 1;
            const page = await list({ ...query, limit, cursor });
            pages.push(page);
            cursor = page[key];
            const write = writes[pages.length - 1];
            if (write) await writeOther(write);
          }
          return pages;
        };
        const forward = await walk('', 'next_cursor');
        expect(forward.flatMap(keptOf)).toEqual(expected);
        expect(forward[0]?.previous_cursor).toBeNull();

        const last = forward.at(-1) as Page;
        const backward = last.previous_cursor ? await walk(last.previous_cursor, 'previous_cursor') : [];
        expect([...backward.toReversed().flatMap(keptOf), ...keptOf(last)]).toEqual(expected);
      }),
      { numRuns: sized(25, 100) },
    );
  }, 600_000);

  test('the page before an empty page is the last one, and the page after it the first', async () => {
    const query = { sort: 'name', limit: 3, fields_to_return: ['name'] };
    const whole = await list({ ...query, limit: 1_000 });
    const late = await create({ name: 'Zzz' });
    const upToIt = await list({ ...query, limit: whole.posts.length });
    await client.remove(late, ann, 'samples');
    const beyond = await list({ ...query, cursor: upToIt.next_cursor });
    expect(beyond).toEqual({
      posts: [],
      total: whole.posts.length,
      next_cursor: null,
      previous_cursor: expect.any(String),
    });
    const back = await list({ ...query, cursor: beyond.previous_cursor });
    expect(back.posts).toEqual(whole.posts.slice(-3));
    expect(back.next_cursor).toBeNull();
  });

  test('limit and fields may change between pages, and the page of an offset leads on by cursor', async () => {
    const whole = await list({ sort: 'name', limit: 1_000 });
    const byOffset = await list({ sort: 'name', limit: 3, offset: 4 });
    const next = await list({
      sort: 'name',
      limit: 5,
      cursor: byOffset.next_cursor,
      fields_to_return: ['name'],
    });
    const previous = await list({ sort: 'name', limit: 9, cursor: byOffset.previous_cursor });
    const idsOf = ({ posts }: Page) => posts.map(({ ID }) => ID);
    expect(idsOf(next)).toEqual(idsOf(whole).slice(7, 12));
    expect(idsOf(previous)).toEqual(idsOf(whole).slice(0, 4));
    expect(previous.previous_cursor).toBeNull();
  });

  test('a cursor that is damaged, or of another list or caller, is refused', async () => {
    const query = { sort: 'name', limit: 3 };
    const { next_cursor: cursor } = await list(query);
    const text = String(cursor);
    const refusal = { code: 'fields_to_sql', data: { key: 'cursor' } };
    const wrong: ListQuery[] = [
      { ...query, cursor: `${text.slice(0, -2)}AA` },
      { ...query, cursor: 'abc' },
      { ...query, cursor: { $gt: '' } },
      { ...query, cursor: text, sort: '-name' },
      { ...query, cursor: text, a_number: 3 },
      { dt_recent: true, cursor: text },
    ];
    for (const each of wrong) await expect(list(each)).rejects.toMatchObject(refusal);
    const byBen = harness.ask(recordsList, { post_type: 'samples', query: { ...query, cursor: text } }, ben);
    await expect(byBen).rejects.toMatchObject(refusal);
    await expect(list({ ...query, cursor: text, offset: 3 })).rejects.toMatchObject({
      data: { key: 'offset' },
    });
  });

  test('the older API gets cursors only when it asks for them', async () => {
    const ask = (query: ListQuery) =>
      harness.ask(recordsList, { post_type: 'samples', query, dialect: 'reference' }, ann);
    expect(Object.keys(await ask({ limit: 2 }))).toEqual(['posts', 'total']);
    const first = await ask({ limit: 2, cursor: '' });
    const second = await ask({ limit: 2, cursor: first.next_cursor });
    const { posts } = await ask({ limit: 4 });
    expect([...first.posts, ...second.posts]).toEqual(posts);
  });

  test('count=none leaves out the total', async () => {
    expect(await list({ limit: 2, count: 'none' })).not.toHaveProperty('total');
    expect(await list({ limit: 2, count: 'exact' })).toHaveProperty('total');
    await expect(list({ count: 'some' })).rejects.toMatchObject({ data: { key: 'count' } });
  });
});
