import { expect } from '@jest/globals';
import type { SearchHarness } from './search-harness.ts';

/** Every entry of an index by its id: all that is compared. */
async function entries(search: SearchHarness, name: 'records' | 'comments'): Promise<Map<unknown, object>> {
  const index = search.index(name);
  const all = new Map<unknown, object>();
  for (;;) {
    const { results } = await index.getDocuments({ offset: all.size, limit: 1_000 });
    for (const entry of results) all.set(entry['id'], entry);
    if (results.length < 1_000) return all;
  }
}

/** Compares the whole index with its sources: nothing is missing, stale or left over. */
export async function expectIndexOf(search: SearchHarness): Promise<void> {
  const { records, comments } = search.world;
  const visibilities = new Map(records.map(({ id, visibility }) => [id, visibility]));
  const recordEntries = await entries(search, 'records');
  const commentEntries = await entries(search, 'comments');
  expect(summary(recordEntries, ['version', 'name', 'viewers', 'type', 'sources'])).toEqual(
    new Map(
      records.map(({ id, version, name, visibility }) => {
        const { shared_with: viewers, type, sources } = visibility;
        return [id, { version, name, viewers, type, sources }];
      }),
    ),
  );
  expect(summary(commentEntries, ['record_id', 'content', 'viewers'])).toEqual(
    new Map(
      comments.map(({ id, record_id, content }) => {
        const viewers = visibilities.get(record_id)?.shared_with;
        return [id, { record_id, content, viewers }];
      }),
    ),
  );
}

function summary(all: Map<unknown, object>, keys: readonly string[]): Map<unknown, object> {
  const picked = (entry: object) => Object.fromEntries(keys.map((key) => [key, Reflect.get(entry, key)]));
  return new Map([...all].map(([id, entry]) => [id, picked(entry)]));
}
