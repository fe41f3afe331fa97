import { type ListQuery, type ListRequest, say } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import { resolveKey, type PostType } from '../model/post-type.ts';
import type { ListedQuery, ParsedSearch, SearchedPlace } from './list-query.ts';
import { parseFilters } from './parse-filters.ts';
import { parseSort } from './parse-sort.ts';
import { readListQuery } from './read-list-query.ts';
import { refuseFilter } from './refuse-filter.ts';

/**
 * Understands a list query (spec 4.2) with the fields of a post type.
 * @throws ServiceError `fields_to_sql` naming the key that is no field, can not be filtered or has a wrong operand.
 */
export function parseListQuery(query: ListQuery, postType: PostType): ListedQuery {
  const request = readListQuery(query, (key) => postType.fields.has(resolveKey(postType, key)));
  const { where, limit, offset, recentlyViewed, mapBounds } = request;
  return {
    filters: parseFilters(where, postType),
    search: parseSearch(request.search, postType),
    mapBounds,
    sort: parseSort(request, postType),
    limit,
    offset,
    recentlyViewed,
    shown: parseShown(request.fieldsToReturn, postType),
  };
}

const places = ['name', 'comms', 'comment', 'all'] as const;

function parseSearch(search: ListRequest['search'], postType: PostType): ParsedSearch | undefined {
  if (!search) return undefined;
  const within = search.within.map((key): SearchedPlace => {
    const place = places.find((each) => each === key);
    return place ? { kind: place } : { kind: 'field', field: searchedField(key, postType) };
  });
  return { text: search.text, within };
}

function searchedField(key: string, postType: PostType): Field {
  const field = postType.fields.get(resolveKey(postType, key));
  if (!field) throw refuseFilter('One or more fields do not exist', key);
  if (!field.type.contains) throw refuseFilter(say`you can not search in ${field.type.name} fields`, key);
  return field;
}

/** Booleans are always there, whatever was asked for (facts of list items). */
function parseShown(keys: readonly string[] | undefined, postType: PostType): readonly Field[] {
  const fields = [...postType.fields.values()];
  const asked = new Set((keys ?? []).map((key) => resolveKey(postType, key)));
  if (asked.size === 0 || asked.has('all_fields')) return fields;
  return fields.filter((field) => asked.has(field.key) || field.type.name === 'boolean');
}
