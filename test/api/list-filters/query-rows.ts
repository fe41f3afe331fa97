import type { FilterRow } from './filter-row.ts';

const row = (
  asks: string,
  query: FilterRow['query'],
  shows: string,
  more: Partial<FilterRow> = {},
): FilterRow => ({
  asks,
  query,
  shows,
  ...more,
});

const within = (
  asks: string,
  text: unknown,
  fields_to_search: readonly string[] | undefined,
  shows: string,
  more = {},
) => row(asks, { text, ...(fields_to_search && { fields_to_search }) }, shows, more);

const box = (asks: string, [west, south, east, north]: readonly number[], shows: string) =>
  row(asks, { map_bounds: { sw: { lat: south, lng: west }, ne: { lat: north, lng: east } } }, shows);

const deep = (levels: number): unknown => (levels === 0 ? { a_text: ['pie'] } : [deep(levels - 1)]);
const all = 'ABDEG';

/** Operands in each form that they have; what each type makes of them is tried without HTTP. */
export const operandRows: readonly FilterRow[] = [
  row('words', { a_text: ['apple'] }, 'ABG'),
  row('words to be left out', { a_text: ['-pie', '-a.b'] }, 'ADE'),
  row('words between which nothing ends', { a_text: ['-a\0pple'] }, all),
  row('words that mean something to patterns', { a_text: ['.b*(c) ^'] }, 'G'),
  row('no operand', { a_text: [] }, 'DE'),
  row('several words, one left out', { some_options: ['two', '-one'] }, 'B'),
  row('signs', { a_channel: ['+49'] }, 'A'),
  row('yes', { a_flag: [true] }, 'A'),
  row('no', { a_flag: ['0'] }, 'BDEG'),
  row('a number', { a_number: 0 }, 'G'),
  row('a comparison', { a_number: { operator: '<', number: 5 } }, 'DG'),
  row('a span', { a_date: { start: '1969-12-31', end: '2020-06-16' } }, 'ABG'),
  row('a span without end', { a_datetime: { start: '2020-06-15' } }, 'AB'),
  row('ids', { some_places: ['100', '-200'] }, 'AB'),
  row('connected records', { boxes: ['*', '-:right'] }, 'A'),
  row('the caller', { my_a_user: ['me'] }, 'A'),
  row('a text alone', { name: 'jones' }, 'AB'),
  row('many blanks', { name: [`${'a '.repeat(200)}z`] }, ''),
];

/** Texts, with and without places to look in, and boxes on the map. */
export const textRows: readonly FilterRow[] = [
  within('a text in names and channels', 'JONES', undefined, 'AB'),
  within('a text of nothing that the database could take for its end', 'jones\0', undefined, ''),
  within('many words', `${'a '.repeat(200)}z`, undefined, ''),
  within('comments', 'green CUCUMBER', ['comment'], 'B'),
  within('all, what the caller keeps for themselves', 'secret', ['all'], 'A'),
  within('all, what somebody else keeps for themselves', 'secret', ['all'], 'H', { as: 'carl' }),
  within('options', 'tw', ['an_option', 'some_options'], 'AB'),
  within('a number that is the id of what the caller may not see', ':hidden', ['a_textarea'], ''),
  row('a text and a tree', { text: 'jones', fields: [{ an_option: ['one'], some_tags: ['none'] }] }, 'A'),
  box('a box', [3, 8, 7, 12], 'A'),
  box('a box beyond the antimeridian', [170, 0, 190, 20], 'B'),
];

/** Trees: the first level is AND, the next OR, and so on. */
export const treeRows: readonly FilterRow[] = [
  row('filters beside each other', { an_option: ['one', 'two'], some_tags: ['Red'] }, 'B'),
  row('a tree of one level', { fields: { an_option: ['one', 'two'], some_tags: ['Red'] } }, 'B'),
  row('one or the other', { fields: [{ an_option: ['one'], some_tags: ['Red'] }] }, 'AB'),
  row('several groups', { fields: [{ an_option: ['one', 'two'] }, { some_tags: ['Red'] }] }, 'B'),
  row(
    'groups of alternatives',
    {
      fields: [
        [{ an_option: ['one'] }, { an_option: ['two'] }],
        [{ some_tags: ['Red'] }, { some_tags: ['none'] }],
      ],
    },
    'B',
  ),
  row(
    'AND in OR',
    { fields: [[{ an_option: ['one'], a_number: { operator: '<', number: 5 } }, { an_option: ['two'] }]] },
    'B',
  ),
  row(
    'a filter beside groups',
    { fields: { '0': { an_option: ['one'], some_tags: ['Red'] }, a_number: { number: 5 } } },
    'A',
  ),
  row(
    'groups without fields',
    { 0: { an_option: ['one'], some_tags: ['Red'] }, a_number: { number: 5 } },
    'A',
  ),
  row('groups beside a tree', { fields: [{ an_option: ['one'] }], 0: { an_option: ['two'] } }, 'A'),
  row(
    'OR over what is private and what is not',
    { fields: [{ my_an_option: ['one'], an_option: ['two'] }] },
    'AB',
  ),
  row('OR that leaves others’ records out', { fields: [{ an_option: ['one'], a_user: ['-:missing'] }] }, all),
  row(
    'OR over connections, places and shares',
    { fields: [{ boxes: [':right'], shared_with: [':carl'], some_places: [200] }] },
    'BG',
  ),
  row('a tree instead of the filters beside it', { fields: [{ an_option: ['one'] }], a_text: ['pie'] }, 'A'),
  row('an empty tree instead of the filters beside it', { fields: [], a_text: ['pie'] }, all),
  row('groups without filters', { fields: [[], { an_option: ['one'] }, [[]]] }, 'A'),
  row('an empty group in OR', { fields: [[{ an_option: ['one'] }, []]] }, 'A'),
  row('eight levels', { fields: deep(7) }, 'B'),
];

/** What somebody else is shown, and parts of lists. */
export const callerRows: readonly FilterRow[] = [
  row('values that the caller keeps themselves', { my_a_text: ['^apple'] }, 'BH', { as: 'carl' }),
  row('values that somebody else keeps', { my_a_text: ['pie'] }, '', { as: 'carl' }),
  row('no value of their own', { my_a_text: [] }, '', { as: 'carl' }),
  row('other values than their own', { my_an_option: ['-two'] }, 'BH', { as: 'carl' }),
  row('values that all share', { a_text: ['^apple'] }, 'H', { as: 'carl' }),
  row('what belongs to the caller', { a_user: ['me'] }, 'BH', { as: 'carl' }),
  row('what they share with another', { shared_with: [':mona'] }, 'B', { as: 'carl' }),
  row('nothing that is shared with them', { an_option: [] }, '', { as: 'dora' }),
  row('the last first', { sort: '-name', an_option: ['-one'] }, 'GEDB'),
  row('a part', { limit: 2, offset: 1, an_option: ['-one'] }, 'DE', { total: 4 }),
  row('no part', { limit: 0, an_option: ['-one'] }, '', { total: 4 }),
];

/** Contacts, by what only contacts have. */
export const contactRows: readonly FilterRow[] = [
  row('those assigned to the caller', { assigned_to: ['me'] }, 'K', { of: 'contacts' }),
  row('those assigned to another', { assigned_to: [':carl'] }, 'L', { of: 'contacts' }),
  row('those assigned to nobody', { assigned_to: [] }, 'NT', { of: 'contacts' }),
  row('those of which the caller is an assistant', { subassigned: ['me'] }, 'T', { of: 'contacts' }),
  row('both', { assigned_to: ['me'], subassigned: ['me'], combine: ['subassigned'] }, '', { of: 'contacts' }),
  row('either', { fields: [{ assigned_to: ['me'], subassigned: ['me'] }] }, 'KT', { of: 'contacts' }),
  row('status', { overall_status: ['-closed', 'active'], assigned_to: ['-:carl'] }, 'KNT', {
    of: 'contacts',
  }),
  row('type', { type: ['personal'] }, 'N', { of: 'contacts' }),
  row('flags', { requires_update: [1] }, 'N', { of: 'contacts' }),
  row('gender or none', { gender: ['female', 'none'] }, 'LNT', { of: 'contacts' }),
  row('a country', { location_grid: [100] }, 'K', { of: 'contacts' }),
  row('what a dispatcher sees', { gender: ['male'], assigned_to: [':mona', ':carl'] }, 'KO', {
    of: 'contacts',
    as: 'dora',
  }),
];
