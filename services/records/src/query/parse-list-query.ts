import {
  beyondKey,
  type FilterTree,
  type ListQuery,
  type ListRequest,
  msg,
  sharedWithKey,
} from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { Condition, FieldFilter, FilterResult, ParsedFilter } from '../model/filter.ts';
import { foldText } from '../model/fold-text.ts';
import { resolveKey, type PostType } from '../model/post-type.ts';
import { textWord } from '../model/record-texts.ts';
import { isTopLevel, storageOf } from '../model/stored-value.ts';
import { readTextOperands, textCondition, type TextOperand } from '../fields/shared/text-filter.ts';
import { membershipCondition } from '../fields/shared/membership-filter.ts';
import { idsOf, readUsers } from '../fields/shared/user-filter.ts';
import {
  type Filters,
  type ListedQuery,
  type ListSort,
  type ParsedSearch,
  refuseFilter,
  type SearchedPlace,
} from './list-query.ts';
import type { OrderPath } from '../store/indexes.ts';
import { longestParts, nameEquals, namePattern } from './name-pattern.ts';
import { readListQuery } from './read-list-query.ts';
import { parseReturnedFields } from './returned-fields.ts';

/**
 * Parses a list query (docs/reference/list-query.md) with the fields of a post type.
 * @throws ServiceError `fields_to_sql` naming the key that is not a field, cannot be filtered or has a wrong operand.
 */
export function parseListQuery(query: ListQuery, postType: PostType): ListedQuery {
  const isField = (key: string) =>
    postType.fields.has(resolveKey(postType, key)) || Boolean(postType.beyondKey?.has(key));
  const request = readListQuery(query, isField);
  const { where, limit, offset, cursor, isCounted, recentlyViewed, mapBounds } = request;
  return {
    filters: parseFilters(where, postType),
    search: parseSearch(request.search, postType),
    mapBounds,
    sort: parseSort(request, postType),
    limit,
    offset,
    ...(cursor === undefined ? {} : { cursor }),
    isCounted,
    recentlyViewed,
    ...parseReturnedFields(request.fieldsToReturn, postType),
  };
}

/**
 * Resolves filters to the fields of a post type, whose types parse the operands.
 * @throws ServiceError `fields_to_sql` naming the key that is not a field, cannot be filtered or has a wrong operand; `key_scope` for a
 * connection that the caller's API key does not reach.
 */
function parseFilters(tree: FilterTree, postType: PostType): Filters {
  return tree.kind === 'field'
    ? parseOne(tree.key, tree.operand, postType)
    : { kind: tree.kind, of: tree.of.map((part) => parseFilters(part, postType)) };
}

function parseOne(key: string, operand: unknown, postType: PostType): Filters {
  if (key === sharedWithKey)
    return { kind: 'one', field: undefined, filter: parsedOrRefused(sharedWithFilter(operand), key) };
  const beyond = postType.beyondKey?.get(key);
  if (beyond !== undefined) throw beyondKey(beyond);
  const field = postType.fields.get(resolveKey(postType, key));
  if (!field) throw refuseFilter('One or more fields do not exist', key);
  if (!field.type.query?.filter) throw refuseFilter(msg`you can not filter ${field.type.name} fields`, key);
  const isName = isTopLevel(field.key) && field.key === 'name';
  const parsed = isName ? nameFilter(operand, field) : field.type.query.filter(operand, field);
  return { kind: 'one', field, filter: parsedOrRefused(parsed, key) };
}

function parsedOrRefused(parsed: ParsedFilter, key: string) {
  if ('problem' in parsed) throw refuseFilter(parsed.problem, key);
  return parsed.filter;
}

/** The filter for records shared with one of these users; `me` is the caller, `-` excludes (docs/reference/list-query.md#filters). */
function sharedWithFilter(operand: unknown): ParsedFilter {
  const given = readUsers(operand, { key: sharedWithKey });
  if ('problem' in given) return given;
  const { included, excluded } = given;
  return {
    filter: {
      matchesUnset: included.length === 0,
      resolve({ search }) {
        if (included.length + excluded.length === 0) return { condition: { sharedWith: { $size: 0 } } };
        const users = { included: idsOf(included, search), excluded: idsOf(excluded, search) };
        const { condition } = membershipCondition(users, { path: 'sharedWith', term: undefined });
        // Only where lists are counted together: a list of shared records has an index of the database.
        const isDecided = search.connectedIds !== undefined && users.excluded.length === 0;
        return { condition, ...(isDecided && { test: { kind: 'shared', users: users.included } as const }) };
      },
    },
  };
}

const namePath = 'searchText.name';

/** The filter for an empty text, which every name contains. */
const anyName: FieldFilter = { matchesUnset: true, resolve: () => ({ condition: {} }) };

/**
 * The filter on names (docs/reference/list-query.md#filters): like other texts, but a single text counts as a list of one, blanks match anything, and
 * case and accents are ignored.
 */
function nameFilter(operand: unknown, field: Field): ParsedFilter {
  if (operand === '') return { filter: anyName };
  const isAlone = typeof operand === 'string' || typeof operand === 'number';
  const given = readTextOperands(isAlone ? [operand] : operand, field);
  if ('problem' in given) return given;
  const { operands } = given;
  const found = { condition: textCondition(operands, nameHas), ...nameCandidates(operands.included) };
  return { filter: { matchesUnset: false, resolve: () => found } };
}

/** The condition on names that contain one text. A text of blanks alone matches every name. */
function nameHas({ kind, text }: TextOperand): Condition {
  if (kind === 'any') return { [namePath]: { $gt: '' } };
  return { [namePath]: kind === 'equals' ? nameEquals(text) : namePattern(text) };
}

function nameCandidates(included: readonly TextOperand[]): Pick<FilterResult, 'candidates'> {
  const parts = included.map(({ kind, text }) =>
    kind === 'any' ? '' : (longestParts(foldText(text))[0] ?? ''),
  );
  if (parts.length === 0 || parts.includes('')) return {};
  return { candidates: { texts: parts.map((part) => textWord('name', part)) } };
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
  if (!field.type.query?.contains)
    throw refuseFilter(msg`you cannot search in ${field.type.name} fields`, key);
  return field;
}

const alwaysSet: Readonly<Record<string, OrderPath>> = {
  name: 'sort.name',
  post_title: 'sort.name',
  title: 'sort.name',
  post_date: 'createdAt',
  last_modified: 'lastModified',
};

const newestFirst: ListSort = { kind: 'always set', path: 'createdAt', direction: -1 };

/** Parses `sort`: a field key, with `-` before it for descending. Any other value means newest first. */
function parseSort({ sort: input, where }: ListRequest, postType: PostType): ListSort {
  if (input === undefined) return defaultOrder(where, postType) ?? newestFirst;
  const direction = input.startsWith('-') ? -1 : 1;
  // No key begins with "-", so only the first character is removed: keys may contain more of them.
  const key = input.replace(/^-/, '');
  const path = Object.hasOwn(alwaysSet, key) ? alwaysSet[key] : undefined;
  if (path) return { kind: 'always set', path, direction };
  const field = postType.fields.get(resolveKey(postType, key));
  return (field && fieldOrder(field, direction)) ?? newestFirst;
}

function fieldOrder(field: Field, direction: 1 | -1): ListSort | undefined {
  switch (storageOf(field)) {
    case 'record':
      return field.type.query?.sortKey && { kind: 'field', field, direction };
    case 'private':
      return field.type.query?.sortKey && { kind: 'ranked', field, direction };
    case 'edges':
      return { kind: 'ranked', field, direction };
    case 'top-level':
      return undefined;
  }
}

type Leaf = Extract<FilterTree, { kind: 'field' }>;

const byName: ListSort = { kind: 'always set', path: 'sort.name', direction: 1 };

/**
 * The default order of a list that is filtered by name (docs/reference/list-query.md#order): names that contain the first requested text come first,
 * then by name. Undefined without a filter on names.
 */
function defaultOrder(where: FilterTree, postType: PostType): ListSort | undefined {
  const field = postType.fields.get('name');
  const leaf = findNameFilter(where, postType);
  if (!field || !leaf) return undefined;
  const given = readTextOperands(typeof leaf.operand === 'string' ? [leaf.operand] : leaf.operand, field);
  const included = 'operands' in given ? given.operands.included : [];
  const [first] = included;
  const isAlone = included.length === 1 && isRequired(where, leaf);
  // If every result contains the text, the order is by name alone, which has an index.
  if (!first || first.kind === 'any' || isAlone) return byName;
  return { kind: 'first named', text: first.text, direction: 1 };
}

function findNameFilter(tree: FilterTree, postType: PostType): Leaf | undefined {
  if (tree.kind === 'field') return resolveKey(postType, tree.key) === 'name' ? tree : undefined;
  for (const part of tree.of) {
    const found = findNameFilter(part, postType);
    if (found) return found;
  }
  return undefined;
}

function isRequired(where: FilterTree, leaf: Leaf): boolean {
  return where === leaf || (where.kind === 'all' && where.of.includes(leaf));
}
