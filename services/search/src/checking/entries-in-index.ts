import type { SearchEngine } from '../engine/search-engine.ts';
import type { Counts } from './check-progress.ts';
import type { FoundEntry, Subject } from './subjects.ts';

const batchSize = 2_000;
/** Maximum entries compared between two ids; usually there are a page of them, and the next check handles the rest. */
const maxEntries = 20_000;

/** The entries with ids in (`after`, `last`], with the keys to compare. */
export async function entriesBetween(
  engine: SearchEngine,
  { name, keys }: Pick<Subject, 'name' | 'keys'>,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<FoundEntry[]> {
  const filter = [`id > ${after}`, ...(last === Infinity ? [] : [`id <= ${last}`])];
  return allOf(engine, name, { filter, fields: ['id', ...keys] });
}

/** The entries with these ids, with the keys to compare. */
export async function entriesOf(
  engine: SearchEngine,
  { name, keys }: Pick<Subject, 'name' | 'keys'>,
  ids: readonly number[],
): Promise<FoundEntry[]> {
  return allOf(engine, name, { filter: `id IN [${ids.join()}]`, fields: ['id', ...keys] });
}

async function allOf(
  engine: SearchEngine,
  name: Subject['name'],
  query: { filter: string | string[]; fields: string[] },
): Promise<FoundEntry[]> {
  const index = engine.client.index<FoundEntry>(engine.indexUid(name));
  const found: FoundEntry[] = [];
  for (;;) {
    const { results } = await index.getDocuments({ ...query, offset: found.length, limit: batchSize });
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
