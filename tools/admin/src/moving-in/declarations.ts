import { isDeepStrictEqual } from 'node:util';
import type { PostTypeSettings } from '@svc/contracts';
import type { SourceField, SourceType } from './source-answers.ts';

export type MissingDeclarations = ReturnType<typeof missingDeclarations>;

/** Fields of every post type. */
const baseFields: ReadonlySet<string> = new Set([
  'name',
  'record_picture',
  'last_modified',
  'post_date',
  'favorite',
  'tags',
  'follow',
  'unfollow',
  'tasks',
  'notes',
  'location_grid',
  'location_grid_meta',
]);

/** Field types whose `default` holds the options. */
const withOptions: ReadonlySet<string> = new Set(['key_select', 'multi_select', 'link']);
/** Field types whose `default` is not part of the declaration: the tags in use, for example. */
const withoutDefault: ReadonlySet<string> = new Set(['tags', 'date', 'datetime', 'connection']);
/** Field types with two names. */
const sameTypes: Readonly<Record<string, string>> = { post_user_meta: 'task', tasks: 'task' };
const ownTypes: ReadonlySet<string> = new Set(['hash']);

type Types<Type> = Readonly<Record<string, Type>>;

export function missingDeclarations(
  source: Types<SourceType>,
  here: Types<Pick<PostTypeSettings, 'fields' | 'tiles'>>,
  roles: { readonly used: Iterable<string>; readonly known: ReadonlySet<string> },
) {
  const postTypes: Record<string, unknown> = {};
  /** Post type → field → declaration. */
  const fields: Record<string, Record<string, unknown>> = {};
  /** Post type → tile → declaration. */
  const tiles: Record<string, Record<string, unknown>> = {};
  /** Fields that have another type here. */
  const conflicts: string[] = [];
  for (const [key, type] of Object.entries(source)) {
    const known = here[key]?.fields;
    if (!known) {
      postTypes[key] = declarationOf(type, source);
      continue;
    }
    const missing: Record<string, unknown> = {};
    for (const [name, field] of declarable(type.fields)) {
      const own = known[name];
      if (!own) missing[name] = fieldDeclaration(field, source);
      else if (typeOf(own.type) !== typeOf(field.type))
        conflicts.push(`${key}.${name}: ${field.type} at the source, ${own.type} here`);
      else if (withOptions.has(field.type)) Object.assign(missing, withMissingOptions(name, field, own));
    }
    if (Object.keys(missing).length > 0) fields[key] = missing;
    const used = new Set(Object.keys(missing).map((name) => type.fields[name]?.['tile']));
    const others = Object.entries(tilesOf(type)).filter(
      ([tile]) => used.has(tile) && !here[key]?.tiles[tile],
    );
    if (others.length > 0) tiles[key] = Object.fromEntries(others);
  }
  return {
    postTypes,
    fields,
    tiles,
    conflicts,
    roles: [...new Set(roles.used)].filter((role) => !roles.known.has(role)),
  };
}

export function isComplete({ postTypes, fields, roles }: MissingDeclarations): boolean {
  return [postTypes, fields, roles].every((part) => Object.keys(part).length === 0);
}

function declarable(fields: Types<SourceField>): [string, SourceField][] {
  return Object.entries(fields).filter(([, { type }]) => !ownTypes.has(type));
}

function typeOf(name: string): string {
  return sameTypes[name] ?? name;
}

function declarationOf(type: SourceType, source: Types<SourceType>) {
  const { label_singular, label_plural, hidden, status_field, tiles, fields } = type;
  const own = declarable(fields).filter(([name]) => !baseFields.has(name));
  return {
    label_singular,
    label_plural,
    ...(hidden === true && { hidden }),
    ...(status_field !== undefined && { status_field }),
    ...(tiles && { tiles: tilesOf(type) }),
    fields: Object.fromEntries(own.map(([name, field]) => [name, fieldDeclaration(field, source)])),
  };
}

/** The tiles of a type; the order of their fields leaves out those that are not declared. */
function tilesOf({ tiles = {}, fields }: SourceType): Record<string, unknown> {
  const keys = new Set(declarable(fields).map(([name]) => name));
  return Object.fromEntries(
    Object.entries(tiles).map(([key, { order, ...tile }]) => [
      key,
      Array.isArray(order) ? { ...tile, order: order.filter((name) => keys.has(String(name))) } : tile,
    ]),
  );
}

function fieldDeclaration(field: SourceField, source: Types<SourceType>): Record<string, unknown> {
  const { default: value, ...attributes } = field;
  const kept =
    withoutDefault.has(field.type) || value === undefined ? {} : { default: optionsOf(field.type, value) };
  return { ...withoutNulls(attributes), ...kept, ...(isOneWay(field, source) && { one_way: true }) };
}

/** Whether no field of the source is the other end of a connection. */
function isOneWay(
  { type, post_type: target, p2p_key: key, p2p_direction: direction }: SourceField,
  source: Types<SourceType>,
): boolean {
  if (type !== 'connection') return false;
  const wanted = direction === 'any' ? 'any' : direction === 'to' ? 'from' : 'to';
  const others = Object.values(source[String(target)]?.fields ?? {});
  return !others.some((other) => other['p2p_key'] === key && (other['p2p_direction'] ?? 'from') === wanted);
}

/** PHP sends an empty map of options as a list. */
function optionsOf(type: string, value: unknown): unknown {
  return withOptions.has(type) && Array.isArray(value) ? {} : value;
}

function withoutNulls(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== ''));
}

function withMissingOptions(name: string, field: SourceField, own: Readonly<Record<string, unknown>>) {
  const there = asMap(optionsOf(field.type, field['default']));
  const here = asMap(own['default']);
  const all = { ...here, ...Object.fromEntries(Object.entries(there).filter(([key]) => !(key in here))) };
  return isDeepStrictEqual(Object.keys(all), Object.keys(here))
    ? {}
    : { [name]: { name: own['name'], type: own['type'], default: all } };
}

function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function extensionText(
  source: string,
  { postTypes, fields, tiles, roles }: MissingDeclarations,
): string {
  const declaration = {
    name: 'moved-in',
    version: '1.0.0',
    postTypes,
    fields,
    tiles,
    roles: rolesFor(postTypes, roles),
  };
  return [
    `// Declarations of ${JSON.stringify(source)} that this installation lacked, written by \`npm run admin -- import reference\`.`,
    '// The API does not show the permissions of roles: add them, then name this file in EXTENSIONS.',
    `import { defineExtension } from '@svc/contracts/extension';`,
    '',
    `export default defineExtension(${JSON.stringify(declaration, null, 2)});`,
    '',
  ].join('\n');
}

const everything = ['access', 'create', 'view_any', 'update_any', 'delete_any', 'list_all'];

function rolesFor(postTypes: Types<unknown>, roles: readonly string[]): Record<string, unknown> {
  const permissions = (verbs: readonly string[]) => ({
    permissions: Object.fromEntries(
      Object.keys(postTypes).flatMap((type) => verbs.map((verb) => [`${verb}_${type}`, true])),
    ),
  });
  const opened =
    Object.keys(postTypes).length === 0
      ? {}
      : {
          administrator: permissions(everything),
          dt_admin: permissions(everything),
          dispatcher: permissions(everything.filter((verb) => verb !== 'delete_any')),
          multiplier: permissions(['access', 'create']),
        };
  return { ...opened, ...Object.fromEntries(roles.map((role) => [role, { label: role, permissions: {} }])) };
}
