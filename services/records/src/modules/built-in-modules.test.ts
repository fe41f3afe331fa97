import { describe, expect, test } from '@jest/globals';
import type { FieldDefinition, FieldOption, PostTypeSettings } from '@svc/contracts';
import { PostTypes } from '../post-types/post-types.ts';
import { contactFields } from '../testing/expected/contact-fields.ts';
import { expectedBaseFields } from '../testing/expected/expected-base-fields.ts';
import { followUpFields } from '../testing/expected/follow-up-fields.ts';
import { groupFields } from '../testing/expected/group-fields.ts';
import { peopleGroupFields } from '../testing/expected/people-group-fields.ts';
import { builtInModules } from './built-in-modules.ts';

const types = PostTypes.declare(builtInModules);
const settingsOf = (key: string): PostTypeSettings => types.get(key).settings;

/** What else the specification names. */
const moreOfContacts = {
  contact_twitter: {
    name: 'Twitter',
    type: 'communication_channel',
    tile: 'details',
    customizable: true,
    hide_domain: true,
  },
  update_required: { name: 'Update Required', type: 'boolean', default: false, hidden: true },
  meeting_time: { name: 'Meeting Time', type: 'datetime', tile: 'details' },
  reminders: { name: 'Reminders', type: 'post_user_meta', private: true, customizable: false },
};

const expected: Record<string, object> = {
  contacts: { ...expectedBaseFields, ...contactFields, ...followUpFields, ...moreOfContacts },
  groups: { ...expectedBaseFields, ...groupFields },
  peoplegroups: { ...expectedBaseFields, ...peopleGroupFields },
};

test.each(Object.keys(expected))('%s have every field with every attribute, and no others', (key) => {
  const declared = Object.entries(settingsOf(key).fields).map(([field, definition]) => [
    field,
    comparable(definition),
  ]);
  expect(Object.fromEntries(declared)).toEqual(expected[key]);
});

test.each(Object.keys(expected))('the options of the fields of %s have their order', (key) => {
  const optionsIn = (fields: object) =>
    Object.entries(fields as Record<string, { options?: object }>).flatMap(([field, { options }]) =>
      options ? [[field, Object.keys(options)]] : [],
    );
  const declared = Object.entries(settingsOf(key).fields).map(([field, definition]) => [
    field,
    comparable(definition),
  ]);
  expect(new Map(optionsIn(Object.fromEntries(declared)) as [])).toEqual(
    new Map(optionsIn(expected[key] ?? {}) as []),
  );
});

describe('the settings object', () => {
  const keys = [
    'tiles',
    'fields',
    'channels',
    'connection_types',
    'magic_link_apps',
    'label_singular',
    'label_plural',
    'post_type',
    'hidden',
    'is_custom',
  ];

  test.each([
    ['contacts', [...keys, 'status_field'], false],
    ['groups', [...keys, 'status_field'], false],
    ['peoplegroups', keys, true],
  ])('of %s has its keys, and says whether the type is hidden', (key, shown, hidden) => {
    const settings = settingsOf(key);
    expect(Object.keys(settings).sort()).toEqual([...shown].sort());
    expect(settings).toMatchObject({ post_type: key, hidden, is_custom: false, magic_link_apps: {} });
  });

  test.each([
    ['contacts', 'Contact', 'Contacts', { status_key: 'overall_status', archived_key: 'closed' }],
    ['groups', 'Group', 'Groups', { status_key: 'group_status', archived_key: 'inactive' }],
    ['peoplegroups', 'People Group', 'People Groups', undefined],
  ])('of %s has its labels and its status', (key, singular, plural, status) => {
    const { label_singular, label_plural, status_field } = settingsOf(key);
    expect([label_singular, label_plural, status_field]).toEqual([singular, plural, status]);
  });

  test.each([
    [
      'contacts',
      'relation subassigned subassigned_on coaching coached_by baptized_by baptized groups group_leader group_coach people_groups',
    ],
    ['groups', 'coaches members leaders parent_groups peer_groups child_groups people_groups'],
    ['peoplegroups', 'contacts groups'],
  ])('of %s lists its connections in the order in which they are declared', (key, connections) => {
    expect(settingsOf(key).connection_types).toEqual(connections.split(' '));
  });

  test.each([
    ['contacts', ['phone', 'email', 'address', 'facebook', 'twitter', 'other']],
    ['groups', ['address']],
    ['peoplegroups', ['address']],
  ])('of %s has its channels by their short key, with a label', (key, channels) => {
    const settings = settingsOf(key);
    expect(Object.keys(settings.channels)).toEqual(channels);
    for (const channel of channels) {
      const field = settings.fields[`contact_${channel}`];
      expect(settings.channels[channel]).toEqual({ ...field, label: field?.name });
    }
  });

  test.each([
    ['contacts', { status: 10, details: 20, faith: 30, followup: 40, other: 50 }],
    [
      'groups',
      {
        status: 10,
        details: 20,
        genmap: 30,
        relationships: 40,
        'health-metrics': 50,
        groups: 60,
        other: 70,
      },
    ],
    ['peoplegroups', { details: 20, connections: 20, jp: 30 }],
  ])('of %s has its tiles', (key, places) => {
    const tiles = Object.entries(settingsOf(key).tiles).map(([tile, { tile_priority: place }]) => [
      tile,
      place,
    ]);
    expect(Object.fromEntries(tiles)).toEqual(places);
  });

  test('shows the tile of following up for contacts of type access', () => {
    expect(settingsOf('contacts').tiles['followup']).toMatchObject({ display_for: { type: ['access'] } });
  });
});

test('both ends of a connection agree: on its key, its directions, and what is counted', () => {
  const ends = types
    .all()
    .flatMap(({ key, fields }) =>
      [...fields.values()].flatMap(({ key: field, definition }) =>
        definition.type === 'connection' ? [{ key, field, ...definition }] : [],
      ),
    );
  for (const end of ends) {
    const direction = { from: 'to', to: 'from', any: 'any' }[end.p2p_direction ?? 'any'];
    const others = ends.filter((other) => other.p2p_key === end.p2p_key && other.p2p_direction === direction);
    expect(others).toEqual([expect.objectContaining({ key: end.post_type, post_type: end.key })]);
    expect(others[0]?.connection_count_field).toEqual(end.connection_count_field);
  }
});

test('every field belongs to a module that can be named, and those of contacts alone to the one that is always on', () => {
  for (const { name, modules } of builtInModules)
    expect([name, Object.keys(modules ?? {}).length > 0]).toEqual([name, true]);
  types.show((name) => name === '@svc/contacts');
  expect(types.all().map(({ key }) => key)).toEqual(['contacts']);
  expect(settingsOf('contacts').connection_types).toEqual(['relation']);
  types.show(() => true);
});

/** A definition without what is only told to people, its options apart from the defaults of other fields. */
function comparable(definition: FieldDefinition): object {
  const { description: _description, default: value, ...rest } = definition;
  if (value === undefined) return rest;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap
    ? { ...rest, options: plainOptions(value as Record<string, FieldOption>) }
    : { ...rest, default: value };
}

/** The inner `key` of an option says what its key says. */
function plainOptions(options: Record<string, FieldOption>): object {
  const plain = Object.entries(options).map(([key, { description: _description, key: _key, ...option }]) => [
    key,
    option,
  ]);
  return Object.fromEntries(plain);
}
