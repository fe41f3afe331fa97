import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { api, done } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const search = 'svc-posts/v2/posts/search/advanced_search';

interface Found {
  hits: { posts: { ID: number }[] }[];
}

test('the search finds every record that a list finds by text', async () => {
  const world = await worldInCommon();
  const reader = api(world, (await world.createUser({ role: 'multiplier' })).token);
  const values = [
    'Bob List',
    'Ann-Marie O’Hara 7',
    'Zoë  Łukasz ß',
    '王小明 Li',
    '50% x_y',
    'bob.list@example.test',
  ];
  for (const [at, name] of values.entries()) {
    const json = { name, contact_other: [{ value: values.at(at - 1) }] };
    expect(await reader.post(contacts, { json })).toMatchObject({ status: 200 });
  }
  const cut = fc.tuple(fc.constantFrom(...values), fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }));
  for (const [value, from, length] of fc.sample(cut, { numRuns: 30, seed: 7 })) {
    const text = value.slice(from % value.length).slice(0, length);
    const list = await done(reader.get<{ posts: { ID: number }[] }>(contacts, { query: { text } }));
    const query = { query: text, post_type: 'all', offset: 0 };
    const found = await done(reader.get<Found>(search, { query }));
    const ids = found.hits.flatMap(({ posts }) => posts.map(({ ID }) => ID));
    const listed = expect.arrayContaining(list.posts.map(({ ID }) => ID));
    expect({ text, found: ids }).toEqual({ text, found: listed });
  }
});
