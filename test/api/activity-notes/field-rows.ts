/** What an item of the history says: its key, its note, and the type of its field. */
export type Told = readonly [key: string, note: string, type: string];

type Fields = Readonly<Record<string, unknown>>;

/** A change of a contact's fields, and the items that tell of it, in their order. */
export interface NotedChange {
  readonly what: string;
  /** What the contact has before. */
  readonly from?: Fields;
  /** What is written; a function is given what is read before. */
  readonly write: Fields | ((read: Fields) => Fields);
  readonly notes: readonly Told[];
}

const adding = (...values: unknown[]) => ({ values: values.map((value) => ({ value })) });
const removing = (...values: unknown[]) => ({ values: values.map((value) => ({ value, delete: true })) });

/** One field with one value: what it was, what is written, and the note. */
const single =
  (key: string, type: string) =>
  (what: string, from: unknown, to: unknown, note?: string): NotedChange => ({
    what: `${type}: ${what}`,
    ...(from === undefined ? {} : { from: { [key]: from } }),
    write: { [key]: to },
    notes: note === undefined ? [] : [[key, note, type]],
  });

const several = (
  key: string,
  what: string,
  [from, write]: readonly [unknown, unknown],
  notes: readonly (readonly [note: string, type: string])[],
): NotedChange => ({
  what: `${key}: ${what}`,
  ...(from === undefined ? {} : { from: { [key]: from } }),
  write: { [key]: write },
  notes: notes.map(([note, type]) => [key, note, type]),
});

const text = single('n_text', 'text');
const textarea = single('n_textarea', 'textarea');
const option = single('n_option', 'key_select');
const flag = single('n_flag', 'boolean');
const number = single('n_number', 'number');
const date = single('n_date', 'date');
const moment = single('n_moment', 'datetime');
const user = single('n_user', 'user_select');

const first = (read: Fields, key: string) => (read[key] as Fields[])[0] ?? {};

/** Facts of note templates, all of them that are of fields; `#carl` is the id of the user Carl. */
export const fieldChanges: readonly NotedChange[] = [
  { what: 'the name', write: { name: 'Renamed' }, notes: [['name', 'Name changed to Renamed', 'text']] },
  {
    what: 'the name by its title',
    write: { title: 'Titled' },
    notes: [['name', 'Name changed to Titled', 'text']],
  },
  { what: 'nothing', from: { n_text: 'same' }, write: { n_text: 'same' }, notes: [] },

  text('set', undefined, 'one', 'Noted Text changed to one'),
  text('changed', 'one', 'two', 'Noted Text changed to two'),
  text('emptied', 'one', ''),
  text('unset', 'one', null),
  text('with tags', undefined, '<b>bold</b> & 1 < 2<!-- no -->', 'Noted Text changed to bold & 1 < 2'),
  text(
    'longer than the history keeps',
    undefined,
    `${'a'.repeat(249)}éé`,
    `Noted Text changed to ${'a'.repeat(249)}...`,
  ),
  text('as long as it keeps', undefined, 'a'.repeat(250), `Noted Text changed to ${'a'.repeat(250)}`),
  textarea('of two lines', undefined, 'line 1\nline 2', 'Noted Textarea changed to line 1 line 2'),
  textarea('emptied', 'line', ''),

  option('set', undefined, 'one', 'Noted Option: Option One'),
  option('changed', 'one', 'two', 'Noted Option: Option Two'),
  option('cleared', 'one', '', 'Noted Option:'),
  single('n_new_option', 'key_select')('of no label', undefined, 'mine', 'Noted New Option: mine'),

  several(
    'n_options',
    'added',
    [undefined, adding('one', 'two')],
    [
      ['Option One added to Noted Options', 'multi_select'],
      ['Option Two added to Noted Options', 'multi_select'],
    ],
  ),
  several(
    'n_options',
    'removed',
    [adding('one', 'two'), removing('one')],
    [['Option One removed from Noted Options', 'multi_select']],
  ),
  several(
    'n_options',
    'replaced',
    [adding('one'), { ...adding('two'), force_values: true }],
    [
      ['Option One removed from Noted Options', 'multi_select'],
      ['Option Two added to Noted Options', 'multi_select'],
    ],
  ),
  several('n_tags', 'added', [undefined, adding('tag a')], [['tag a added to Noted Tags', 'tags']]),
  several(
    'n_tags',
    'removed',
    [adding('tag a'), removing('tag a')],
    [['tag a removed from Noted Tags', 'tags']],
  ),

  flag('on', undefined, true, 'Noted Flag: Yes'),
  flag('off', true, false, 'Noted Flag: No'),
  number('set', undefined, -7.5, 'Noted Number: -7.5'),
  number('zero', 3, 0, 'Noted Number: 0'),
  number('cleared', 3, '', 'Noted Number:'),
  date('set', undefined, '2020-05-06', 'Noted Date: {1588723200}'),
  date('removed', '2020-05-06', '', 'Noted Date removed'),
  moment('set', undefined, '2018-12-31 10:15 +0000', 'Noted Moment: {1546251300}'),
  moment('removed', 1_546_251_300, null, 'Noted Moment removed'),
  user('set', undefined, '#carl', 'Noted User: Carl'),
  user('cleared', '#carl', '', 'Noted User: Nobody'),
  {
    what: 'who is responsible',
    from: { overall_status: 'closed' },
    write: { assigned_to: '#carl' },
    notes: [['assigned_to', 'Assigned To: Carl', 'user_select']],
  },

  several('n_places', 'added', [undefined, adding(100)], [['Place 100 added to locations', 'location']]),
  several(
    'n_places',
    'removed',
    [adding(100), removing(100)],
    [['Place 100 removed from locations', 'location']],
  ),
  several(
    'n_points',
    'added',
    [undefined, { values: [{ lng: 5, lat: 5, label: 'Mill' }] }],
    [['Mill added to locations', 'location_meta']],
  ),
  {
    what: 'n_points: removed',
    from: { n_points: { values: [{ lng: 5, lat: 5, label: 'Mill' }] } },
    write: (read) => ({ n_points: { values: [{ ...first(read, 'n_points'), delete: true }] } }),
    notes: [['n_points', 'Mill removed from locations', 'location_meta']],
  },
  {
    what: 'points of a field that is hidden, and the places beside it',
    write: { location_grid_meta: { values: [{ lng: 35, lat: 5, label: 'Harbour' }] } },
    notes: [['location_grid', 'Place 200 added to locations', 'location']],
  },

  {
    what: 'channel: new',
    write: { n_channel: [{ key: 'n_channel_1', value: '111' }] },
    notes: [['n_channel_1', 'Added Noted Channel: 111', 'communication_channel']],
  },
  {
    what: 'channel: changed',
    from: { n_channel: [{ key: 'n_channel_1', value: '111' }] },
    write: { n_channel: [{ key: 'n_channel_1', value: '222' }] },
    notes: [['n_channel_1', 'Updated Noted Channel from 111 to 222', 'communication_channel']],
  },
  {
    what: 'channel: removed',
    from: { n_channel: [{ key: 'n_channel_1', value: '111' }] },
    write: { n_channel: [{ key: 'n_channel_1', delete: true }] },
    notes: [['n_channel_1', 'Deleted Noted Channel: 111', 'communication_channel']],
  },
  {
    what: 'channel: verified',
    from: { n_channel: [{ key: 'n_channel_1', value: '111' }] },
    write: { n_channel: [{ key: 'n_channel_1', verified: true }] },
    notes: [],
  },
  {
    what: 'link: added',
    write: { n_link: { values: [{ type: 'blog', value: 'a.example' }] } },
    notes: [['n_link_blog', 'a.example added to Blog links', 'link']],
  },
  {
    what: 'link: removed',
    from: { n_link: { values: [{ type: 'shop', value: 'b.example' }] } },
    write: (read) => ({ n_link: { values: [{ ...first(read, 'n_link'), delete: true }] } }),
    notes: [['n_link_shop', 'b.example removed from Shop links', 'link']],
  },

  { what: 'array: not recorded', write: { n_array: [1] }, notes: [] },
  {
    what: 'tasks: not recorded',
    write: { n_tasks: { values: [{ value: 'Call', date: '2030-01-01' }] } },
    notes: [],
  },
  { what: 'private: not recorded', write: { n_private: 'mine', favorite: true }, notes: [] },
  { what: 'hidden: not listed', write: { n_hidden: 'out of sight' }, notes: [] },
  { what: 'follow: not recorded', write: { follow: adding('#carl') }, notes: [] },
];

/** The types of fields that nobody writes by an update: files come and go without a row. */
export const unwritten: readonly string[] = ['image', 'file_upload', 'connection'];
