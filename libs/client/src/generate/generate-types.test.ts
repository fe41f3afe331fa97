import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { FieldSettings, PostTypeSettings } from '../settings.ts';
import { generateTypes, knownFieldTypes } from './generate-types.ts';

function postType(key: string, fields: Record<string, FieldSettings>): PostTypeSettings {
  return {
    post_type: key,
    label_singular: 'Thing',
    label_plural: 'Things',
    fields,
    tiles: {},
    channels: {},
    connection_types: [],
    hidden: false,
    is_custom: true,
  };
}

const text: FieldSettings = { name: 'Text', type: 'text' };

test('writes the fields of each post type, and the types that follow from them', () => {
  const fields = {
    name: { name: 'Name', type: 'text', required: true },
    status: {
      name: 'Status',
      type: 'key_select',
      default: { open: { label: 'Open' }, '<19': { label: 'Young' } },
    },
    groups: { name: 'Groups', type: 'connection', post_type: 'groups' },
    follow: { name: 'Follow', type: 'multi_select', default: [] },
    odd: { name: 'Of a newer version', type: 'colour' },
  };
  expect(generateTypes({ trainings: postType('trainings', fields) })).toBe(
    `// Written by \`svc-client generate\`. Run it again after a change of modules or extensions.
import type {
  ConnectionField,
  CreateOf,
  KeySelectField,
  MultiSelectField,
  NameField,
  OtherField,
  RecordOf,
  RequiredField,
  UpdateOf,
  WhereOf,
} from '@svc/client';

/** Things */
export interface TrainingFields {
  /** Follow */
  follow: MultiSelectField;
  /** Groups */
  groups: ConnectionField<'groups'>;
  /** Name */
  name: RequiredField<NameField>;
  /** Of a newer version */
  odd: OtherField;
  /** Status */
  status: KeySelectField<'open' | '<19'>;
}

export type Training = RecordOf<TrainingFields, 'trainings'>;
export type TrainingCreate = CreateOf<TrainingFields>;
export type TrainingUpdate = UpdateOf<TrainingFields>;
export type TrainingWhere = WhereOf<TrainingFields>;

/** The post types of the installation. */
export interface Schema {
  trainings: TrainingFields;
}
`,
  );
});

test('writes the same text whatever the order of the settings and the tags in use', () => {
  const one = { a: text, tags: { name: 'Tags', type: 'tags', default: ['x'] } };
  const other = { tags: { name: 'Tags', type: 'tags', default: ['y', 'z'] }, a: text };
  expect(generateTypes({ b: postType('b', other), a: postType('a', one) })).toBe(
    generateTypes({ a: postType('a', other), b: postType('b', one) }),
  );
});

test('writes long lists of options on lines of their own', () => {
  const options = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`option_${at}`, { label: '' }]));
  const types = generateTypes({
    a: postType('a', { x: { name: 'X', type: 'key_select', default: options } }),
  });
  expect(types).toContain("  x: KeySelectField<\n    | 'option_0'\n    | 'option_1'\n");
  expect(types).toContain("    | 'option_19'\n  >;\n");
});

test('keys, options and labels cannot leave their place', () => {
  const types = generateTypes({
    '2-x': postType('2-x', {
      "it's": { name: 'A */ comment\nof two lines', type: 'key_select', default: { "o'\\\n": {} } },
    }),
  });
  expect(types).toContain(
    "  /** A * / comment of two lines */\n  'it\\'s': KeySelectField<'o\\'\\\\\\n'>;\n",
  );
  expect(types).toContain("export type Type2X = RecordOf<Type2XFields, '2-x'>;");
  expect(types).toContain("  '2-x': Type2XFields;");
});

test('knows every documented field type', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/guides/writing-a-record.md'), 'utf8');
  const table = /\| type \| takes \|\n([\s\S]*?)\n\n/.exec(page)?.[1] ?? '';
  const documented = table
    .split('\n')
    .flatMap((row) => (row.split('|')[1] ?? '').split(',').map((each) => each.trim()));
  expect(documented.filter((type) => /^[a-z_]+$/.test(type)).toSorted()).toEqual(knownFieldTypes.toSorted());
});
