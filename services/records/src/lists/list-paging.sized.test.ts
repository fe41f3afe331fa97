import { beforeAll, expect, test } from '@jest/globals';
import { type Fields } from '@svc/contracts';
import { sized } from '@svc/testing';
import { recordClient } from '../testing/record-client.ts';
import { harnessOfSuite, multiplier, withExtensions } from '../testing/records-harness.ts';

const writer = multiplier(11);
const capabilities = [...writer.capabilities, 'access_samples', 'create_samples', 'delete_any_samples'];
const actor = { ...writer, capabilities };
const records = sized(120, 600);
const harness = harnessOfSuite({ instances: 2, settings: withExtensions('sample') });
const { create: createAs, update, list, remove } = recordClient(harness);
let ids: number[];

beforeAll(async () => {
  ids = [];
  for (let index = 0; index < records; index += 1)
    ids.push(await create({ name: `Record ${index % 50}`, ...(index % 3 ? { a_number: index % 7 } : {}) }));
});

async function create(fields: Fields): Promise<number> {
  return (await createAs(fields, actor, 'samples')).ID;
}

/** Other records come, change and go, before and behind every page. */
async function writeOthers(others: number[]): Promise<void> {
  for (let index = 0; index < 3; index += 1) {
    const [id] = others.splice(0, 1);
    if (id !== undefined) await remove(id, actor, 'samples');
    const changed = others[Math.floor(others.length / 2)];
    const fields = { name: index % 2 ? 'A first name' : 'Z last name', a_number: index };
    if (changed !== undefined) await update(changed, fields, actor, 'samples');
    others.push(await create({ name: `Record ${index}`, a_number: 3 }));
  }
}

const sorts = sized(
  ['-last_modified', 'name', '-a_number'],
  ['', 'name', '-name', 'post_date', '-last_modified', 'a_number', '-a_number', 'an_option', 'some_tags'],
);

test.each(sorts)(
  'pages sorted by "%s" show every unchanged record once during concurrent writes',
  async (sort) => {
    const others: number[] = [];
    for (let index = 0; index < 12; index += 1)
      others.push(await create({ name: `Record ${index * 4}`, a_number: index % 7 }));
    const seen: number[] = [];
    const limit = 30;
    for (let offset = 0; ; offset += limit) {
      const query = { sort, limit, offset, fields_to_return: ['name'] };
      const { posts } = await list(query, actor, 'samples');
      seen.push(...posts.map(({ ID }) => ID));
      if (posts.length < limit) break;
      await writeOthers(others);
    }
    const unchanged = new Set(ids);
    const byId = (one: number, other: number) => one - other;
    const shown = seen.filter((id) => unchanged.has(id));
    expect(shown.toSorted(byId)).toEqual(ids.toSorted(byId));
  },
);

test('a page requested out of order begins at its offset', async () => {
  const page = async (offset: number) => {
    const query = { sort: 'name', limit: 20, offset, fields_to_return: ['name'] };
    const { posts } = await list(query, actor, 'samples');
    return posts.map(({ ID }) => ID);
  };
  const pages = [await page(0), await page(20), await page(40)];
  for (const place of [1, 0, 2]) expect(await page(20 * place)).toEqual(pages[place]);
});
