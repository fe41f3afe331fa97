import type { Settings } from 'meilisearch';

/** As many matches of one kind in one type are looked at, by rank; totals do not count beyond it. */
export const mostMatches = 1_000;

/** A hit holds what was asked for, so nothing is found by being similar. */
const exactWords: Settings['typoTolerance'] = { enabled: false };

const shared = { typoTolerance: exactWords, pagination: { maxTotalHits: mostMatches } } satisfies Settings;

/** How the engine treats each index; applied at every start, which changes nothing where nothing changed. */
export const indexSettings = {
  records: {
    ...shared,
    searchableAttributes: ['name', 'name_ends', 'texts', 'text_ends'],
    filterableAttributes: ['post_type', 'sources', 'type', 'viewers'],
    sortableAttributes: ['name'],
  },
  comments: {
    ...shared,
    searchableAttributes: ['text'],
    filterableAttributes: ['post_type', 'record_id', 'sources', 'type', 'viewers'],
    sortableAttributes: ['id'],
  },
} satisfies Record<string, Settings>;

/** An index of the search service. */
export type IndexName = keyof typeof indexSettings;
