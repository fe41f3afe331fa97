import type { Settings } from 'meilisearch';

/** Maximum number of matches of one kind and type that are ranked and counted. */
export const maxMatches = 1_000;

/** Typo tolerance for whole words: one typo from four letters, two from eight. None in numbers and ends of words. */
const similarWords = (exact: string[]) => ({
  enabled: true,
  minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
  disableOnNumbers: true,
  disableOnAttributes: exact,
});

const shared = { pagination: { maxTotalHits: maxMatches } } satisfies Settings;

/** The engine's settings of each index; applied at every start. */
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

export type IndexName = keyof typeof indexSettings;

export const indexNames = Object.keys(indexSettings) as IndexName[];
