import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';

/** A post type for an API key that reaches only these types: without the fields that connect records of others. */
export function limitPostType(postType: PostType, reached: ReadonlySet<string>): PostType {
  const { fields, aliases, connectedValues, listFilters, settings } = postType;
  const beyondKey = new Map([...fields.values()].flatMap((field) => typeBeyond(field, reached)));
  const isReached = (key: string) => !beyondKey.has(key);
  return {
    ...postType,
    beyondKey,
    fields: new Map([...fields].filter(([key]) => isReached(key))),
    aliases: new Map([...aliases].filter(([, { field }]) => isReached(field))),
    connectedValues: withKeys(connectedValues, isReached),
    listFilters: {
      ...listFilters,
      filters: listFilters.filters.filter(({ query }) => !namesAny(query, beyondKey)),
    },
    settings: {
      ...settings,
      fields: withKeys(settings.fields, isReached),
      connection_types: settings.connection_types.filter(isReached),
    },
  };
}

function typeBeyond(
  { key, definition: { post_type: target } }: Field,
  reached: ReadonlySet<string>,
): (readonly [string, string])[] {
  return target === undefined || reached.has(target) ? [] : [[key, target]];
}

function withKeys<Value>(
  values: Readonly<Record<string, Value>>,
  isKept: (key: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isKept(key)));
}

/** Whether a list query has one of these fields as a key, at any depth, or sorts by it. */
function namesAny(query: unknown, fields: ReadonlyMap<string, string>): boolean {
  if (typeof query === 'string') return fields.has(query.replace(/^-/, ''));
  if (typeof query !== 'object' || query === null) return false;
  return Object.entries(query).some(([key, value]) => fields.has(key) || namesAny(value, fields));
}
