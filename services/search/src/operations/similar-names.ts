import type { MultiSearchQuery } from 'meilisearch';
import { searchSimilarNames, ServiceError, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { SearchEngine } from '../engine/search-engine.ts';
import { askEngine, type EngineBreaker } from '../query/ask-engine.ts';
import { engineText } from '../query/engine-text.ts';
import { visibilityFilter } from '../query/visibility-filter.ts';

interface SimilarNamesDeps {
  readonly engine: SearchEngine;
  readonly breaker: EngineBreaker;
}

const maxIds = 100;

/**
 * The records of a type whose names contain all words of a name, with the typos that the index tolerates; the last word
 * may be a prefix.
 */
export const similarNames = defineHandler(
  searchSimilarNames,
  async (call: Call<InputOf<typeof searchSimilarNames>>, deps: SimilarNamesDeps) => {
    const { post_type: postType, name, except, grants } = call.input;
    const text = engineText(name);
    if (!text) return { ids: [] };
    const query: MultiSearchQuery = {
      indexUid: deps.engine.indexUid('records'),
      q: text,
      filter: `id != ${except} AND ${visibilityFilter(postType, grants)}`,
      limit: maxIds,
      matchingStrategy: 'all',
      attributesToSearchOn: ['name_folded'],
      attributesToRetrieve: ['id'],
    };
    const timeoutMs = Math.max(1, Math.floor(call.deadline.remaining / 2));
    const found = await askEngine((signal) => deps.engine.search([query], signal), { call, deps, timeoutMs });
    if (!found) throw new ServiceError('service_unavailable', 'The search engine is not available.');
    return { ids: (found[0] ?? []).map(({ id }) => id as number) };
  },
);
