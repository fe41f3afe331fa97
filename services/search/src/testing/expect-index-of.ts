import { expect } from '@jest/globals';
import type { SearchHarness } from './search-harness.ts';

/** These values of every entry of an index, by its id. */
async function entries(search: SearchHarness, name: 'records' | 'comments', keys: readonly string[]) {
  const all = new Map<unknown, object>();
  for (;;) {
    const { results } = await search.index(name).getDocuments({ offset: all.size, limit: 1_000 });
    for (const entry of results)
      all.set(entry['id'], Object.fromEntries(keys.map((key) => [key, entry[key]])));
    if (results.length < 1_000) return all;
  }
}

/** Compares the whole index with its sources: nothing is missing, stale or left over. */
export async function expectIndexOf(search: SearchHarness): Promise<void> {
  const { records, comments } = search.world;
  const ofRecords = records.map(({ id, version, name, visibility }) => {
    const { shared_with: viewers, type, sources } = visibility;
    return [id, { version, name, viewers, type, sources }] as const;
  });
  const viewersOf = new Map(ofRecords.map(([id, { viewers }]) => [id, viewers]));
  const ofComments = comments.map(({ id, record_id, content }) => {
    return [id, { record_id, content, viewers: viewersOf.get(record_id) }] as const;
  });
  const found = await entries(search, 'records', ['version', 'name', 'viewers', 'type', 'sources']);
  expect(found).toEqual(new Map(ofRecords));
  const said = await entries(search, 'comments', ['record_id', 'content', 'viewers']);
  expect(said).toEqual(new Map(ofComments));
}
