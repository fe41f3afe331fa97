import { type Dialect, ignoredListKeys, listControls, type ListQuery } from '@svc/contracts';
import { isObject } from '../model/is-object.ts';
import { resolveKey, type PostType } from '../model/post-type.ts';
import { isPlace } from './read-list-query.ts';
import { isReturned } from './returned-fields.ts';

const either = ['assigned_to', 'subassigned'] as const;
const notFilters: ReadonlySet<string> = new Set([...listControls, ...ignoredListKeys]);

/** A list query as it was sent, and the dialect that it is written in. */
export interface SentQuery {
  readonly query: ListQuery;
  readonly dialect?: Dialect;
}

/**
 * Translates a query into the list language. In the older API (docs/guides/existing-clients.md), `assigned_to` and `subassigned` with
 * `combine[]=subassigned` are one condition, of which a record has to meet either part.
 */
export function inListLanguage({ query, dialect }: SentQuery, postType: PostType): ListQuery {
  if (dialect !== 'reference') return query;
  return withKnownFields(withCombined(withoutUnknownGroups(query), postType), postType);
}

/** The older API ignores unknown entries of `fields_to_return`. */
function withKnownFields(query: ListQuery, postType: PostType): ListQuery {
  const { fields_to_return: names } = query;
  if (!Array.isArray(names)) return query;
  const known = names.filter((name) => typeof name !== 'string' || isKnown(name, postType));
  if (known.length === names.length) return query;
  return { ...query, fields_to_return: known.length > 0 ? known : ['ID'] };
}

function isKnown(name: string, postType: PostType): boolean {
  return name === 'all_fields' || isReturned(name, postType);
}

function withCombined(query: ListQuery, postType: PostType): ListQuery {
  const { combine, fields: groups } = query;
  const isCombined = Array.isArray(combine) && combine.includes('subassigned');
  if (!isCombined || groups || !either.every((key) => key in query)) return query;
  const isFilter = (key: string) => !notFilters.has(key) || postType.fields.has(resolveKey(postType, key));
  const others = Object.entries(query).filter(([key]) => isFilter(key) && !isEither(key));
  const controls = Object.entries(query).filter(([key]) => !isFilter(key));
  const one = Object.fromEntries(either.map((key) => [key, query[key]]));
  return {
    ...Object.fromEntries(controls),
    fields: [one, ...others.map(([key, operand]) => (isPlace(key) ? operand : { [key]: operand }))],
  };
}

/** The older API ignores parts of `fields` that are no groups, such as those of `fields[]=name`. */
function withoutUnknownGroups(query: ListQuery): ListQuery {
  const { fields, ...others } = query;
  if (fields === undefined || isObject(fields)) return query;
  const groups: readonly unknown[] = Array.isArray(fields) ? fields : [];
  const known = groups.filter((group) => typeof group === 'object' && group !== null);
  if (known.length === groups.length && known.length > 0) return query;
  return known.length === 0 ? others : { ...others, fields: known };
}

/**
 * Translates a query of the list language for clients of the older API, which match the filters of list pages themselves: with every
 * condition at top level. A query that cannot be written so is returned unchanged.
 */
export function toReference(query: ListQuery): ListQuery {
  const { fields, ...controls } = query;
  if (!Array.isArray(fields)) return query;
  const groups = fields as readonly Readonly<Record<string, unknown>>[];
  if (!groups.every((group) => isOneCondition(group) || isEitherCondition(group))) return query;
  const keys = groups.flatMap((group) => Object.keys(group));
  if (new Set(keys).size < keys.length) return query;
  return {
    ...(Object.assign({}, ...groups) as ListQuery),
    ...(groups.some(isEitherCondition) ? { combine: ['subassigned'] } : {}),
    ...controls,
  };
}

function isEither(key: string): boolean {
  return either.some((each) => each === key);
}

function isOneCondition(group: object): boolean {
  return !Array.isArray(group) && Object.keys(group).length === 1;
}

function isEitherCondition(group: object): boolean {
  const keys = Object.keys(group);
  return keys.length === either.length && keys.every(isEither);
}
