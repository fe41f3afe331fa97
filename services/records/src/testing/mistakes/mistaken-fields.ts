import { extension, visits, withField, type MistakenRow } from './declared.ts';

const text = { name: 'X', type: 'text' };
const number = { name: 'X', type: 'number' };
const select = (options: unknown, more: object = {}) => ({
  name: 'X',
  type: 'key_select',
  default: options,
  ...more,
});
const connection = (post_type: string, more: object = {}) => ({
  name: 'X',
  type: 'connection',
  post_type,
  p2p_key: 'contacts_to_x',
  p2p_direction: 'from',
  ...more,
});
const oneWay = { one_way: true };
/** A connection between contacts and visits, with these ends. */
const ends = (ofContacts: object, ofVisits: object) =>
  extension({
    postTypes: { visits: { ...visits, fields: { y: connection('contacts', ofVisits) } } },
    fields: { contacts: { x: connection('visits', ofContacts) } },
  });
const reserved = 'the key is reserved; choose another one';

/** Fields with a mistake. */
export const mistakenFields: readonly MistakenRow[] = [
  // Fields of every type.
  [
    withField({ name: 'X', type: 'nubmer' }),
    'fields.contacts.x.type: unknown field type nubmer; did you mean number?',
  ],
  [
    withField({ name: 'X', type: 'colour' }),
    'fields.contacts.x.type: unknown field type colour; the field types are text, ',
  ],
  [withField({ type: 'text' }), 'fields.contacts.x.name: is missing; it must be a text'],
  [withField({ name: 'X' }), 'fields.contacts.x.type: is missing; it must be a text'],
  [
    withField({ ...text, requird: true }),
    'fields.contacts.x.requird: unknown attribute; did you mean required?',
  ],
  [
    withField({ ...text, font_icon: 'mdi' }),
    'fields.contacts.x.font_icon: unknown attribute; did you mean font-icon?',
  ],
  [withField({ ...text, required: 'yes' }), 'fields.contacts.x.required: must be true or false'],
  [
    withField({ ...text, customizable: 'al' }),
    'fields.contacts.x.customizable: must be true or false or one of add_only, all',
  ],
  [
    withField({ ...text, tile: 'detials' }),
    'fields.contacts.x.tile: unknown tile detials; did you mean details?',
  ],
  [
    withField({ ...text, only_for_types: ['acess'] }),
    'fields.contacts.x.only_for_types: names acess, which must be an option of type; did you mean access?',
  ],
  [
    withField({ ...text, in_create_form: ['peronal'] }),
    'fields.contacts.x.in_create_form: names peronal, which must be an option of type; did you mean personal?',
  ],
  [
    withField({ ...text, min_option: 1 }),
    'fields.contacts.x.min_option: is an attribute of fields of the type number; this one is of the type text',
  ],
  [withField(text, 'x.y'), 'fields.contacts.x.y: a field key must consist of letters, digits'],
  [withField(text, '$where'), 'fields.contacts.$where: a field key must consist of letters, digits'],
  [withField(text, 'constructor'), `fields.contacts.constructor: ${reserved}`],
  [withField(text, '__proto__'), `fields.contacts.__proto__: ${reserved}`],
  [withField(text, 'ID'), `fields.contacts.ID: ${reserved}`],
  [withField(text, 'limit'), `fields.contacts.limit: ${reserved}`],
  [withField(number, 'name'), 'fields.contacts.name.type: the type of a top-level field cannot be changed'],
  [
    withField({ ...text, private: true }, 'name'),
    'fields.contacts.name.private: a top-level field cannot be private',
  ],
  [
    extension({ fields: { contcts: { x: text } } }),
    'fields.contcts: neither this extension nor one before it declares the post type contcts; did you mean contacts?',
  ],
  // Defaults and attributes of single types.
  [
    withField({ ...number, default: 'ten' }),
    'fields.contacts.x.default: number value must be a number: x, received ten',
  ],
  [withField({ ...number, min_option: '1' }), 'fields.contacts.x.min_option: must be a number'],
  [
    withField({ ...number, min_option: 5, max_option: 4 }),
    'fields.contacts.x.min_option: must not be above max_option',
  ],
  [
    withField({ name: 'X', type: 'boolean', default: 'yes' }),
    'fields.contacts.x.default: must be true or false',
  ],
  [withField({ ...text, default: { a: 1 } }), 'fields.contacts.x.default: text value must be a string: x'],
  [
    withField({ name: 'X', type: 'date', default: 'soon' }),
    'fields.contacts.x.default: date value must be yyyy-mm-dd or a Unix timestamp',
  ],
  [withField({ name: 'X', type: 'tags', default: 'red' }), 'fields.contacts.x.default: '],
  [
    withField({ name: 'X', type: 'key_select' }),
    'fields.contacts.x.default: must declare the options by key',
  ],
  [withField(select(['red', 'blue'])), 'fields.contacts.x.default: must declare the options by key'],
  [withField(select({ red: 'Red' })), 'fields.contacts.x.default: must declare the options by key'],
  [
    withField(select({ red: { label: 'Red', colour: '#F00' } })),
    'fields.contacts.x.default.red.colour: unknown attribute; did you mean color?',
  ],
  [
    withField({ name: 'X', type: 'file_upload', max_file_size: 'big' }),
    'fields.contacts.x.max_file_size: must be a number',
  ],
  [
    withField({ name: 'X', type: 'file_upload', accepted_file_types: ['images?'] }),
    'fields.contacts.x.accepted_file_types.0: must be media types like image/*',
  ],
  // Connections.
  [
    withField(connection('visits')),
    'fields.contacts.x.post_type: names visits, which must be a declared post type',
  ],
  [
    withField(connection('group', oneWay)),
    'fields.contacts.x.post_type: names group, which must be a declared post type; did you mean groups?',
  ],
  [
    withField({ ...connection('groups'), p2p_key: undefined }),
    'fields.contacts.x.p2p_key: must name the connection',
  ],
  [
    withField(connection('groups', { ...oneWay, p2p_direction: 'both' })),
    'fields.contacts.x.p2p_direction: must be one of from, to, any',
  ],
  [
    withField(connection('groups', { ...oneWay, private: true })),
    'fields.contacts.x.private: a connection cannot be private',
  ],
  [
    withField(connection('groups')),
    'fields.contacts.x.p2p_key: nothing declares the other end; declare a connection of groups with p2p_key contacts_to_x and p2p_direction to, or set one_way',
  ],
  [
    ends({}, {}),
    'postTypes.visits.fields.y.p2p_direction: is from, as that of contacts.x; one end must be from and the other to, or both any',
  ],
  [
    ends({}, { post_type: 'groups', p2p_direction: 'to' }),
    'fields.contacts.x.p2p_key: the other end visits.y connects to groups; it must connect to contacts',
  ],
  [
    ends(oneWay, { p2p_direction: 'to' }),
    'fields.contacts.x.one_way: must be left out, because visits has the other end of contacts_to_x',
  ],
  [
    withField(connection('groups', { p2p_key: 'contacts_to_groups' })),
    'fields.contacts.x.p2p_key: is taken: groups is the same end of contacts_to_groups; each connection needs its own key',
  ],
  [
    withField(
      connection('groups', {
        ...oneWay,
        connection_count_field: {
          post_type: 'groups',
          field_key: 'members_count',
          connection_field: 'members',
        },
      }),
    ),
    'fields.contacts.x.connection_count_field: names members_count, which must be a number field of groups; did you mean member_count?',
  ],
  [
    withField(connection('groups', { ...oneWay, history_notes: { conected: '', disconnected: '' } })),
    'fields.contacts.x.history_notes.conected: unknown attribute; did you mean connected?',
  ],
];
