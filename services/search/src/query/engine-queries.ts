import type { MultiSearchQuery } from 'meilisearch';
import { maxMatches } from '../engine/index-settings.ts';
import { phoneForms } from '../engine/phone-numbers.ts';
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

/** The parts that may hold telephone numbers: these are looked for in all forms they are written in. */
const withNumbers = ['meta', 'comment'] as const;

/** The questions for one post type. An empty text is in every name, and nothing else is asked for it. */
export function engineQueries({ text, postType, filter, parts, uids }: QueryOptions): EngineQuery[] {
  const queries = queriesIn(uids);
  const ask = (part: keyof SearchedParts, q: string): EngineQuery => {
    const base = {
      q,
      filter,
      limit: maxMatches,
      matchingStrategy: 'all',
    } as const;
    return { postType, part, query: { ...base, ...queries[part] } };
  };
  if (text === '') return parts.post ? [ask('post', '')] : [];
  const asked = (['post', 'meta', 'comment'] as const).filter((part) => parts[part]);
  const numbered = withNumbers.filter((part) => parts[part]);
  const forms = phoneForms(text).filter((form) => form !== text);
  return [
    ...asked.map((part) => ask(part, text)),
    ...numbered.flatMap((part) => forms.map((form) => ask(part, form))),
  ];
}

/** Where each part is, and what of it is needed. */
function queriesIn(uids: QueryOptions['uids']): Record<keyof SearchedParts, MultiSearchQuery> {
  return {
    post: {
      indexUid: uids.records,
      attributesToSearchOn: ['name_folded', 'name_ends'],
      attributesToRetrieve: ['id', 'version', 'name'],
      sort: ['name:asc'],
    },
    meta: {
      indexUid: uids.records,
      attributesToSearchOn: ['texts', 'text_ends'],
      attributesToRetrieve: ['id', 'version', 'texts'],
      showMatchesPosition: true,
    },
    comment: {
      indexUid: uids.comments,
      distinct: 'record_id',
      attributesToRetrieve: ['id', 'record_id', 'version', 'content'],
    },
  };
}
