/** A list query that is refused. */
export interface RefusedRow {
  readonly asks: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly message: RegExp | string;
  /** The key that the error names. Default: the first key of the query. */
  readonly key: string;
}

const refused = (
  asks: string,
  query: RefusedRow['query'],
  message: RegExp | string,
  key = Object.keys(query)[0] ?? '',
): RefusedRow => ({ asks, query, message, key });

const noField = 'One or more fields do not exist';
const deep = (levels: number): unknown => (levels === 0 ? { a_text: ['x'] } : [deep(levels - 1)]);
const many = (count: number, value: unknown = 'x') => Array.from({ length: count }, () => value);

/** Invalid list queries, both as brackets and as JSON. */
export const refusedRows: readonly RefusedRow[] = [
  refused('a type that cannot be filtered', { a_link: ['x'] }, 'you can not filter link fields'),
  refused('names by a condition', { name: { $gt: '' } }, 'name must be an array'),
  refused('a field that is not there', { shoe_size: ['x'] }, noField),
  refused(
    'a field that is not there beside a tree',
    { fields: [{ a_text: ['x'] }], shoe_size: ['x'] },
    noField,
    'shoe_size',
  ),
  refused('a database operator in a tree', { fields: { $or: ['x'] } }, noField, '$or'),
  refused('what every object has', { constructor: ['x'] }, noField),
  refused('a long name', { name: 'x'.repeat(501) }, 'name may have operands of at most 500 characters'),
  refused('a text that is long', { text: 'x'.repeat(501) }, 'text may have at most 500 characters'),
  refused('a text that is a list', { text: ['x'] }, 'text must be a string'),
  refused(
    'a text in a field that is not there',
    { text: 'x', fields_to_search: ['shoe_size'] },
    noField,
    'shoe_size',
  ),
  refused(
    'a text in numbers',
    { text: 'x', fields_to_search: ['a_number'] },
    'you cannot search in number fields',
    'a_number',
  ),
  refused(
    'places to search that are no list',
    { text: 'x', fields_to_search: { a: 'name' } },
    'fields_to_search must be an array',
    'fields_to_search',
  ),
  refused('a tree that is a text', { fields: 'x' }, 'fields must be an array or an object of filters'),
  refused('a group that is a text', { fields: ['x'] }, 'fields must be an array or an object of filters'),
  refused('nine levels', { fields: deep(8) }, 'fields may be at most 8 levels deep'),
  refused(
    'too many filters',
    { fields: many(101, { a_text: ['x'] }) },
    'a list query may have at most 100 filters',
  ),
  refused(
    'a box without corners',
    { map_bounds: { ne: { lat: 1 } } },
    /^map_bounds must be \{ne: \{lat, lng\}, sw: \{lat, lng\}\}/,
  ),
  refused(
    'a box beyond the pole',
    { map_bounds: { ne: { lat: 91, lng: 1 }, sw: { lat: 1, lng: 1 } } },
    /^map_bounds must be/,
  ),
  refused(
    'a box of nowhere',
    { map_bounds: { ne: { lat: 1, lng: 'Infinity' }, sw: { lat: 1, lng: 1 } } },
    /^map_bounds must be/,
  ),
];

/** Invalid queries that only JSON can express, or that are too long for an address. */
export const refusedJsonRows: readonly RefusedRow[] = [
  refused('operands that are nothing', { a_text: [null] }, 'a_text must be an array of strings'),
  refused('nothing instead of operands', { an_option: null }, 'an_option must be an array'),
  refused('a box that is a number', { map_bounds: 5 }, /^map_bounds must be/),
  refused('twenty levels', { fields: deep(19) }, 'fields may be at most 8 levels deep'),
];
