import type { Settings } from 'meilisearch';

/** As many matches of one kind in one type are looked at, by rank; totals do not count beyond it. */
export const maxMatches = 1_000;

/** Whole words are found by similar ones: of four letters with one typo, of eight with two. Numbers and ends of words are not. */
const similarWords = (exact: string[]) => ({
  enabled: true,
  minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
  disableOnNumbers: true,
  disableOnAttributes: exact,
});

const shared = { pagination: { maxTotalHits: maxMatches } } satisfies Settings;

/** How the engine treats each index; applied at every start, which changes nothing where nothing changed. */
export const indexSettings = {
  records: {
    ...shared,
    typoTolerance: similarWords(['name_ends', 'text_ends']),
    searchableAttributes: ['name_folded', 'name_ends', 'texts', 'text_ends'],
    filterableAttributes: ['id', 'post_type', 'sources', 'type', 'viewers'],
    sortableAttributes: ['name'],
  },
  comments: {
    ...shared,
    typoTolerance: similarWords(['numbers']),
    searchableAttributes: ['text', 'numbers'],
    filterableAttributes: ['id', 'post_type', 'record_id', 'sources', 'type', 'viewers'],
    sortableAttributes: ['id'],
  },
} satisfies Record<string, Settings>;

/** An index of the search service. */
export type IndexName = keyof typeof indexSettings;

/** All indexes of the search service. */
export const indexNames = Object.keys(indexSettings) as IndexName[];
