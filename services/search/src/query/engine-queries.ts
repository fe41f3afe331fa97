import type { MultiSearchQuery } from 'meilisearch';
import { mostMatches } from '../engine/index-settings.ts';
import type { SearchedParts } from './searched-parts.ts';

/** One question to the engine: which records of a type have the text in one of their parts. */
export interface EngineQuery {
  readonly postType: string;
  readonly part: keyof SearchedParts;
  readonly query: MultiSearchQuery;
}

/** What the queries of one post type are made of. */
interface QueryOptions {
  readonly text: string;
  readonly postType: string;
  readonly filter: string;
  readonly parts: SearchedParts;
  readonly uids: { readonly records: string; readonly comments: string };
}

/** The questions for one post type. An empty text is in every name, and nothing else is asked for it. */
export function engineQueries({ text, postType, filter, parts, uids }: QueryOptions): EngineQuery[] {
  const base = { q: text, filter, limit: mostMatches, matchingStrategy: 'all' as const };
  const inName: MultiSearchQuery = {
    ...base,
    indexUid: uids.records,
    attributesToSearchOn: ['name', 'name_ends'],
    attributesToRetrieve: ['id'],
    ...(text === '' ? { sort: ['name:asc'] } : {}),
  };
  const inTexts: MultiSearchQuery = {
    ...base,
    indexUid: uids.records,
    attributesToSearchOn: ['texts', 'text_ends'],
    attributesToRetrieve: ['id', 'texts'],
    showMatchesPosition: true,
  };
  const inComments: MultiSearchQuery = {
    ...base,
    indexUid: uids.comments,
    distinct: 'record_id',
    attributesToRetrieve: ['record_id', 'content'],
  };
  return [
    ...(parts.post ? [{ postType, part: 'post' as const, query: inName }] : []),
    ...(parts.meta && text !== '' ? [{ postType, part: 'meta' as const, query: inTexts }] : []),
    ...(parts.comment && text !== '' ? [{ postType, part: 'comment' as const, query: inComments }] : []),
  ];
}
