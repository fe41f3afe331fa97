import type { MultiSearchQuery } from 'meilisearch';
import { maxMatches } from '../engine/index-settings.ts';
import { phoneForms } from '../engine/phone-numbers.ts';

/** The parts of a record that a search covers. */
export interface SearchedParts {
  readonly post: boolean;
  readonly comment: boolean;
  readonly meta: boolean;
}

/** The parts whose flag is on; all parts without any flag. */
export function searchedParts(flags: {
  post?: boolean | undefined;
  comment?: boolean | undefined;
  meta?: boolean | undefined;
}): SearchedParts {
  const { post, comment, meta } = flags;
  if (post === undefined && comment === undefined && meta === undefined)
    return { post: true, comment: true, meta: true };
  return { post: post === true, comment: comment === true, meta: meta === true };
}

/** A query to the engine for one part of the records of a type. */
export interface EngineQuery {
  readonly part: keyof SearchedParts;
  readonly query: MultiSearchQuery;
}

interface QueryOptions {
  readonly text: string;
  readonly filter: string;
  readonly parts: SearchedParts;
  readonly uids: { readonly records: string; readonly comments: string };
}

/** Parts that may contain telephone numbers; for these the query is also searched in its other forms as a number. */
const withNumbers = ['meta', 'comment'] as const;

/** The queries for a post type. An empty text matches every name, and only names are searched. */
export function engineQueries({ text, filter, parts, uids }: QueryOptions): EngineQuery[] {
  const queries = queriesIn(uids);
  const ask = (part: keyof SearchedParts, q: string): EngineQuery => {
    const base = { q, filter, limit: maxMatches, matchingStrategy: 'all' } as const;
    return { part, query: { ...base, ...queries[part] } };
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

/** The index and the attributes of each part. */
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
