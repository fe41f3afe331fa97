import type { FieldSettings, InstallationSettings, PostTypeSettings } from '../settings.ts';

type PostTypes = InstallationSettings['post_types'];

/** The type of `field-types.ts` for each field type of the service; `options` are the keys of the field's options. */
const fieldTypes: Readonly<Record<string, (field: FieldSettings) => FieldType>> = {
  text: () => ({ name: 'TextField' }),
  textarea: () => ({ name: 'TextField' }),
  number: () => ({ name: 'NumberField' }),
  boolean: () => ({ name: 'BooleanField' }),
  key_select: (field) => ({ name: 'KeySelectField', options: optionsOf(field) }),
  multi_select: (field) => ({ name: 'MultiSelectField', options: optionsOf(field) }),
  tags: () => ({ name: 'TagsField' }),
  date: () => ({ name: 'DateField' }),
  datetime: () => ({ name: 'DateField' }),
  user_select: () => ({ name: 'UserSelectField' }),
  connection: ({ post_type: postType }) => ({ name: 'ConnectionField', options: postType ? [postType] : [] }),
  communication_channel: () => ({ name: 'ChannelField' }),
  link: (field) => ({ name: 'LinkField', options: optionsOf(field) }),
  location: () => ({ name: 'LocationField' }),
  location_meta: () => ({ name: 'LocationMetaField' }),
  task: () => ({ name: 'TaskField' }),
  array: () => ({ name: 'ArrayField' }),
  image: () => ({ name: 'ImageField' }),
  file_upload: () => ({ name: 'FileUploadField' }),
};

/** The field types of the service that have a type in the generated file; all others become `OtherField`. */
export const knownFieldTypes: readonly string[] = Object.keys(fieldTypes);

interface FieldType {
  readonly name: string;
  readonly options?: readonly string[];
}

/**
 * The TypeScript source with the types of an installation: of each post type `Contact`, `ContactCreate`, `ContactUpdate` and `ContactWhere`, and the
 * `Schema` for `createClient<Schema>`. The same settings result in the same text: names follow from keys, never from labels, which are translated, and
 * types and fields are sorted.
 */
export function generateTypes(postTypes: PostTypes): string {
  const types = Object.entries(postTypes).toSorted(byKey);
  const bodies = types.map(([key, settings]) => fieldsInterface(key, settings));
  const names = types.map(([key]) => `  ${propertyName(key)}: ${typeName(key)}Fields;`);
  const schema = ['/** The post types of the installation. */', 'export interface Schema {', ...names, '}'];
  const source = [...types.map(([key], at) => `${bodies[at]}\n\n${aliases(key)}`), schema.join('\n')].join(
    '\n\n',
  );
  return `${header(source)}\n\n${source}\n`;
}

/** The comment and the import of the used types. */
function header(source: string): string {
  const available = [
    'CreateOf',
    'RecordOf',
    'RequiredField',
    'UpdateOf',
    'WhereOf',
    'NameField',
    'OtherField',
  ];
  const all = [
    ...available,
    ...knownFieldTypes.map((type) => fieldTypes[type]?.({ name: '', type }).name ?? ''),
  ];
  const used = [...new Set(all)].filter((name) => new RegExp(`\\b${name}\\b`).test(source)).toSorted();
  return [
    '// Written by `svc-client generate`. Run it again after a change of modules or extensions.',
    `import type {\n${used.map((name) => `  ${name},`).join('\n')}\n} from '@svc/client';`,
  ].join('\n');
}

function fieldsInterface(postType: string, { fields, label_plural: label }: PostTypeSettings): string {
  const lines = Object.entries(fields)
    .toSorted(byKey)
    .flatMap(([key, field]) => [
      `  /** ${commentText(field.name)} */`,
      `  ${propertyName(key)}: ${typeOfField(key, field)};`,
    ]);
  return [
    `/** ${commentText(label)} */`,
    `export interface ${typeName(postType)}Fields {`,
    ...lines,
    '}',
  ].join('\n');
}

function aliases(postType: string): string {
  const name = typeName(postType);
  return [
    `export type ${name} = RecordOf<${name}Fields, ${literal(postType)}>;`,
    `export type ${name}Create = CreateOf<${name}Fields>;`,
    `export type ${name}Update = UpdateOf<${name}Fields>;`,
    `export type ${name}Where = WhereOf<${name}Fields>;`,
  ].join('\n');
}

function typeOfField(key: string, field: FieldSettings): string {
  const type =
    key === 'name' ? { name: 'NameField' } : (fieldTypes[field.type]?.(field) ?? { name: 'OtherField' });
  const written = withOptions(type);
  return field.required ? `RequiredField<${written}>` : written;
}

/** Options on one line as long as they fit. */
function withOptions({ name, options = [] }: FieldType): string {
  if (options.length === 0) return name;
  const line = `${name}<${options.map(literal).join(' | ')}>`;
  if (line.length <= 80) return line;
  return `${name}<\n${options.map((option) => `    | ${literal(option)}`).join('\n')}\n  >`;
}

function optionsOf({ default: options }: FieldSettings): string[] {
  return typeof options === 'object' && options !== null && !Array.isArray(options)
    ? Object.keys(options)
    : [];
}

/** `contacts` → `Contact`, `people_groups` → `PeopleGroup`. */
function typeName(postType: string): string {
  const words = postType.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const singular = name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
  return /^\p{L}/u.test(singular) ? singular : `Type${singular}`;
}

function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key);
}

function literal(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
}

/** A label cannot end the comment. */
function commentText(label: string): string {
  return label.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ');
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
