import {
  fieldShape,
  listControlsSchema,
  listItemSchema,
  recordSchema,
  type FieldShape,
  type PostTypeSettings,
} from '@svc/contracts';
import { z } from 'zod';
import { SchemaBook, type JsonSchema } from './schema-book.ts';

/**
 * The schemas of post types, from their settings: `Contact`, `ContactCreate`, `ContactUpdate`, `ContactItem` and `ContactQuery`. `Record` is
 * one of these types, and so on.
 */
export function recordTypeSchemas(
  settings: readonly PostTypeSettings[],
): Readonly<Record<string, JsonSchema>> {
  if (settings.length === 0) return {};
  const names = typeNames(settings.map(({ post_type: key }) => key));
  const types = settings.map((each) => ({
    name: names.get(each.post_type) as string,
    schemas: schemasOf(each),
  }));
  const named = types.flatMap(({ name, schemas }) =>
    forms.map((form) => [name + suffixes[form], schemas[form]] as const),
  );
  const book = new SchemaBook(Object.fromEntries(named));
  const general = forms.map((form) => {
    const union = z.union(types.map(({ schemas }) => schemas[form]));
    return [generalNames[form], book.of(union, 'input')] as const;
  });
  return { ...book.all(), ...Object.fromEntries(general) };
}

const forms = ['read', 'create', 'update', 'item', 'query'] as const;
type Form = (typeof forms)[number];

const suffixes: Readonly<Record<Form, string>> = {
  read: '',
  create: 'Create',
  update: 'Update',
  item: 'Item',
  query: 'Query',
};

const generalNames: Readonly<Record<Form, string>> = {
  read: 'Record',
  create: 'RecordCreate',
  update: 'RecordUpdate',
  item: 'ListItem',
  query: 'ListQuery',
};

/** Keys that a write takes although they are not fields. */
const ofWrites = { notes: z.array(z.string()).optional().describe('Comments that notify nobody.') };

function schemasOf({ fields, post_type: key }: PostTypeSettings): Record<Form, z.ZodType> {
  const postType = z.literal(key);
  const read = shapesOf(fields, ({ read: shape }) => shape);
  const written = { ...shapesOf(fields, ({ write }) => write), ...ofWrites };
  const filters = shapesOf(fields, ({ filter }) => filter);
  return {
    read: z.looseObject({ ...read, ...recordSchema.shape, post_type: postType }),
    create: z.looseObject({ ...written, name: z.string(), initial_comment: z.string().optional() }),
    update: z.looseObject(written),
    item: z.looseObject({ ...read, ...listItemSchema.shape, post_type: postType }),
    query: z.looseObject({ ...filters, ...listControlsSchema.shape }),
  };
}

/** One shape of each field, with its label; fields without this shape are left out. */
function shapesOf(
  fields: PostTypeSettings['fields'],
  choose: (shape: FieldShape) => z.ZodType | undefined,
): z.ZodRawShape {
  const entries = Object.entries(fields).flatMap(([key, field]) => {
    const chosen = choose(fieldShape(field));
    return chosen ? [[key, chosen.optional().describe(field.name)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** A name for each post type in the singular: `Contact` for `contacts`. A key whose singular is taken keeps its own form. */
function typeNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>([...Object.values(generalNames), ...reserved]);
  return new Map(
    keys.map((key) => {
      const name = [pascalCase(singular(key)), pascalCase(key), `${pascalCase(key)}Record`].find(
        (each) => !taken.has(each),
      ) as string;
      taken.add(name);
      return [key, name];
    }),
  );
}

/** Names of the general schemas. */
const reserved = [
  'Moment',
  'Comment',
  'Activity',
  'File',
  'ListFilters',
  'PostTypeSettings',
  'ManagedUser',
  'Error',
  'Problem',
];

function singular(key: string): string {
  if (/ies$/.test(key)) return key.replace(/ies$/, 'y');
  if (/(?:ss|x|ch|sh)es$/.test(key)) return key.replace(/es$/, '');
  return key.replace(/(?<!s)s$/, '');
}

function pascalCase(key: string): string {
  return key
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}
