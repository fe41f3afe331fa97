import type { SearchEngine } from '../engine/search-engine.ts';
import type { Counts } from './check-progress.ts';
import type { FoundEntry, Subject } from './subjects.ts';

const batchSize = 2_000;
/** Maximum entries of a filter; usually there are a page of them, and the next check handles the rest. */
const maxEntries = 20_000;

/** The entries that a filter selects, with the keys to compare. */
export async function entriesOf(
  engine: SearchEngine,
  { name, keys }: Pick<Subject, 'name' | 'keys'>,
  filter: string,
): Promise<FoundEntry[]> {
  const index = engine.client.index<FoundEntry>(engine.indexUid(name));
  const query = { filter, fields: ['id', ...keys], limit: batchSize };
  const found: FoundEntry[] = [];
  for (;;) {
    const { results } = await index.getDocuments({ ...query, offset: found.length });
    found.push(...results);
    if (results.length < batchSize || found.length >= maxEntries) return found;
  }
}

/** The number of entries by post type. */
export async function entryCounts(engine: SearchEngine, name: Subject['name']): Promise<Counts> {
  const index = engine.client.index(engine.indexUid(name));
  const { facetDistribution } = await index.search('', { facets: ['post_type'], limit: 0 });
  return facetDistribution?.['post_type'] ?? {};
}
