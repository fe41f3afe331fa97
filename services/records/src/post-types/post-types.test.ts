import { describe, expect, test } from '@jest/globals';
import { defineExtension, type Extension, type FieldDefinition } from '@svc/contracts';
import { baseFields } from './base-fields.ts';
import { builtInModules } from '../modules/built-in-modules.ts';
import { PostTypes } from './post-types.ts';

const declare = (...extensions: Partial<Extension>[]) =>
  PostTypes.declare([
    ...builtInModules,
    ...extensions.map((extension, index) =>
      defineExtension({ name: `extension-${index}`, version: '1.0.0', ...extension }),
    ),
  ]);

const withField = (key: string, definition: unknown): Partial<Extension> => ({
  fields: { contacts: Object.fromEntries([[key, definition as FieldDefinition]]) },
});

const withContacts = (declared: object): Partial<Extension> => ({
  postTypes: { contacts: { ...visits, ...declared } },
});

const withVisits = (declared: object): Partial<Extension> => ({
  postTypes: { visits: { ...visits, ...declared } },
});

const text = { name: 'X', type: 'text' };
const visits = { label_singular: 'Visit', label_plural: 'Visits' };
/** A connection of contacts to records of a type. */
const connection = (post_type: string, more: object = {}) => ({
  name: 'X',
  type: 'connection',
  post_type,
  p2p_key: 'contacts_to_x',
  p2p_direction: 'from',
  one_way: true,
  ...more,
});

test('a declaration with a mistake is refused', () => {
  const declared = () => declare(withField('x', { name: 'X', type: 'colour' }));
  expect(declared).toThrow(
    /^The declarations of extensions have a mistake:\n {2}extension-0: fields\.contacts\.x\.type: /,
  );
});

test('a later declaration of a field overrides single attributes and keeps the position of the field', () => {
  const types = declare(
    withField('nickname', { name: 'Alias', type: 'text', show_in_table: 1 }),
    withField('nickname', { name: 'Called', type: 'text' }),
    withField('name', { name: 'Full Name', type: 'text' }),
  );
  const { fields } = types.get('contacts').settings;
  expect(fields['nickname']).toEqual({ name: 'Called', type: 'text', tile: 'details', show_in_table: 1 });
  expect(fields['name']).toMatchObject({ name: 'Full Name', required: true });
  expect(Object.keys(fields)).toEqual(Object.keys(declare().get('contacts').settings.fields));
});

test('a built-in type declared by an extension keeps its definition and gains the additions', () => {
  const types = declare(withContacts({ label_singular: 'Person', fields: { x: text } }));
  const { settings } = types.get('contacts');
  expect(settings).toMatchObject({
    label_singular: 'Person',
    is_custom: false,
    status_field: { status_key: 'overall_status' },
    fields: { x: text, nickname: { type: 'text' } },
  });
  expect(Object.keys(settings.tiles)).toEqual(['status', 'details', 'faith', 'followup', 'other']);
});

test('duplicates are found by the declared fields of a type, else by name and channels', () => {
  const chosen = declare(withContacts({ duplicate_fields: ['contact_email'] }));
  expect(chosen.get('contacts').duplicateFields).toEqual(['contact_email']);
  const usual = declare({}).get('contacts').duplicateFields;
  expect(usual).toEqual(expect.arrayContaining(['name', 'contact_phone', 'contact_email']));
  expect(usual).not.toContain('nickname');
});

test('a type of an extension has the common fields, and its tiles follow the common tiles', () => {
  const contact_fax = { name: 'Fax', type: 'communication_channel' };
  const types = declare(withVisits({ fields: { x: text, contact_fax }, tiles: { own: { label: 'Own' } } }));
  const { settings } = types.get('visits');
  expect(Object.keys(settings.fields)).toEqual([...Object.keys(baseFields), 'x', 'contact_fax']);
  expect(settings).not.toHaveProperty('status_field');
  expect(settings).toMatchObject({
    ...visits,
    post_type: 'visits',
    fields: { x: text, contact_fax },
    tiles: {
      status: { label: 'Status', tile_priority: 10 },
      details: { label: 'Details', tile_priority: 20 },
      own: { label: 'Own', tile_priority: 30 },
    },
    connection_types: [],
    channels: { fax: { ...contact_fax, label: 'Fax' } },
    magic_link_apps: {},
    hidden: false,
    is_custom: false,
  });
});

test('a field of the type tasks has the type task in the settings and is private', () => {
  const types = declare(withField('x', { name: 'X', type: 'tasks' }));
  expect(types.get('contacts').settings.fields['x']).toEqual({ name: 'X', type: 'task', private: true });
});

describe('a disabled module', () => {
  const shown = (off: readonly string[], ...extensions: Partial<Extension>[]) => {
    const types = declare(...extensions);
    const before = types.get('contacts');
    types.show((name) => !off.includes(name));
    return { types, before, keysOf: (key: string) => Object.keys(types.get(key).settings.fields) };
  };

  test('hides its fields and tiles, also with additions of other modules', () => {
    const { types, before, keysOf } = shown(
      ['@svc/faith'],
      withField('milestones', { name: 'Steps', type: 'multi_select', default: {}, tile: 'faith' }),
    );
    expect(Object.keys(before.settings.fields).filter((key) => !keysOf('contacts').includes(key))).toEqual([
      'milestones',
      'faith_status',
    ]);
    expect(types.get('contacts').settings.tiles).not.toHaveProperty('faith');
    types.show(() => true);
    expect(types.get('contacts').settings).toEqual(before.settings);
  });

  test('hides its post types, with connections to them and additions of other modules', () => {
    const { types, keysOf } = shown(['@svc/groups'], withField('x', connection('groups')), {
      fields: { groups: { y: text } },
      tiles: { groups: { y: { label: 'Y' } } },
    });
    expect(types.find('groups')).toBeUndefined();
    expect(() => types.get('groups')).toThrow('Invalid parameter(s): post_type');
    expect(keysOf('contacts')).not.toEqual(expect.arrayContaining(['x']));
    expect(keysOf('contacts')).toContain('relation');
    expect(keysOf('peoplegroups')).not.toContain('groups');
    expect(types.get('contacts').settings.connection_types).toEqual(
      expect.not.arrayContaining(['groups', 'group_leader', 'group_coach']),
    );
  });

  test('hides its additions to fields of other modules', () => {
    const { types, before } = shown(['extension-0'], withField('nickname', { ...text, tile: 'faith' }));
    expect(before.settings.fields['nickname']).toMatchObject({ name: 'X', tile: 'faith' });
    expect(types.get('contacts').settings).toEqual(declare().get('contacts').settings);
  });

  test('removes the status field of a type when it declares the status', () => {
    const { types } = shown(['@svc/follow-up']);
    expect(types.get('contacts').statusField).toBeUndefined();
    expect(types.get('contacts').settings).not.toHaveProperty('status_field');
  });
});
