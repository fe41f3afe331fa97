/** A value of a query string. Undefined and null are left out; lists and objects are sent in brackets, as `key[]=a` and `key[part]=a`. */
type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [part: string]: QueryValue };

/** The values of a query string by name. */
export type Query = Readonly<Record<string, unknown>>;

/** The query string of some values, with its question mark; empty without values. */
export function toQueryString(query: Query): string {
  const parts = Object.entries(query).flatMap(([key, value]) => toParts(key, value as QueryValue));
  const encoded = parts.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return encoded.length > 0 ? `?${encoded.join('&')}` : '';
}

function toParts(key: string, value: QueryValue): [string, string][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[key, String(value)]];
  // An empty list is a value of its own: a filter by unset fields.
  if (Array.isArray(value) && value.length === 0) return [[`${key}[]`, '']];
  return Object.entries(value).flatMap(([part, each]: [string, QueryValue]) => {
    const isItem = Array.isArray(value) && typeof each !== 'object';
    return toParts(isItem ? `${key}[]` : `${key}[${part}]`, each);
  });
}
