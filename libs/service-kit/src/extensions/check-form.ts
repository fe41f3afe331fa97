import { z } from 'zod';
import { spokenLanguages } from '@svc/language';
import {
  fieldDeclarationSchema,
  listFiltersDeclarationSchema,
  optionSchema,
  postTypeDeclarationSchema,
  tileSchema,
  type Extension,
} from '@svc/contracts';
import { didYouMean, misspeltName, nearestName } from '../text/nearest-name.ts';
import type { DeclarationMistakes } from './declaration-mistakes.ts';

/** The languages of translations: those with a catalogue, including English, whose catalogue holds singular forms. */
const languageKeys = spokenLanguages.map(({ key }) => key);

const text = z.string().min(1, { error: 'must not be empty' });

const moduleKey = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, {
  error: 'a module key must consist of a-z, 0-9, "_" and "-", and begin with a letter',
});

const extensionSchema = z.strictObject({
  name: text.refine((name) => !name.startsWith('@svc/'), {
    error: 'must not begin with @svc/, which is reserved for built-in extensions',
  }),
  version: text,
  requires: z
    .string()
    .regex(/^\d+\.\d+(\.\d+)?$/, { error: 'must be a version of the extension API such as 1.0 or 1.0.0' })
    .optional(),
  pluginUrl: z
    .url({ error: 'must be a URL such as https://example.org/trainings' })
    .or(z.literal(''))
    .optional(),
  modules: z
    .record(
      moduleKey,
      z.strictObject({
        label: z.string(),
        description: z.string().optional(),
        required: z.boolean().optional(),
      }),
    )
    .optional(),
  postTypes: z.record(z.string(), postTypeDeclarationSchema).optional(),
  fields: z.record(z.string(), z.record(z.string(), fieldDeclarationSchema)).optional(),
  tiles: z.record(z.string(), z.record(z.string(), tileSchema)).optional(),
  listFilters: z.record(z.string(), listFiltersDeclarationSchema).optional(),
  roles: z
    .record(
      text,
      z.strictObject({
        label: z.string().optional(),
        description: z.string().optional(),
        permissions: z.record(z.string(), z.boolean()),
      }),
    )
    .optional(),
  siteLinkTypes: z
    .record(text, z.strictObject({ label: z.string(), capabilities: z.array(z.string()) }))
    .optional(),
  translations: z.partialRecord(z.enum(languageKeys), z.record(z.string(), z.string())).optional(),
  setup: z
    .custom<Extension['setup']>((value) => value === undefined || typeof value === 'function', {
      error: 'must be a function',
    })
    .optional(),
});

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/**
 * Checks the form of a declaration: its attributes and the types of their values. Returns it without the attributes that are wrong, for
 * further checks; undefined if too much is wrong for them.
 */
export function checkForm(
  declared: unknown,
  label: string,
  mistakes: DeclarationMistakes,
): Extension | undefined {
  const issues = extensionSchema.safeParse(declared).error?.issues ?? [];
  const unknown = [...issues.flatMap(unknownNames), ...misspeltAttributes(declared)];
  const meant = new Set(unknown.map(({ path, near }) => pathText([...path, near ?? ''])));
  for (const issue of issues) {
    const at = pathText(issue.path);
    const value = valueAt(declared, issue.path);
    // An attribute that is only misspelt is not missing.
    if (issue.code === 'unrecognized_keys' || (value === undefined && meant.has(at))) continue;
    mistakes.add(label, at, problemOf(issue, value));
  }
  for (const { path, key, hint } of unknown) mistakes.add(label, pathText([...path, key]), hint);
  if (issues.length === 0) return declared as Extension;
  const rest = issues.flatMap(wrongPaths).reduce(without, declared);
  return extensionSchema.safeParse(rest).success ? (rest as Extension) : undefined;
}

/** A name that is not permitted at a path, and the one that it most likely stands for. */
interface UnknownName {
  readonly path: Path;
  readonly key: string;
  readonly near: string | undefined;
  readonly hint: string;
}

function unknownNames(issue: Issue): UnknownName[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const { kind, names } = namesAt(issue.path);
  return issue.keys.map((key) => ({
    path: issue.path,
    key,
    near: nearestName(key, names),
    hint: `unknown ${kind}${didYouMean(key, names, `${kind}s`)}`,
  }));
}

function pathText(path: Path): string {
  return path.map(String).join('.');
}

/** Zod's own texts name no right value; texts of the schemas do. */
function problemOf(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  const expected = expectedBy(issue);
  if (expected === undefined || !issue.message.startsWith('Invalid')) return issue.message;
  if (value === undefined) return `is missing; it must be ${expected}`;
  const near = issue.code === 'invalid_value' ? nearestValue(value, issue.values) : '';
  return `must be ${expected}${near}`;
}

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function expectedBy(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return types[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors.map(([first]) => (first ? expectedBy(first) : undefined)).join(' or ');
}

function nearestValue(value: unknown, values: readonly unknown[]): string {
  const near = typeof value === 'string' ? misspeltName(value, values.map(String)) : undefined;
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** The names that the schema permits at a path. */
function namesAt(path: Path): { readonly kind: string; readonly names: readonly string[] } {
  let schema: z.core.$ZodType = extensionSchema;
  for (const key of path) schema = schemaBelow(unwrapped(schema), key);
  const found = unwrapped(schema);
  if (found instanceof z.ZodObject) return { kind: 'attribute', names: Object.keys(found.shape) };
  return { kind: 'language', names: languageKeys };
}

function schemaBelow(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType {
  if (schema instanceof z.ZodObject)
    return (schema.shape as Readonly<Record<PropertyKey, z.core.$ZodType>>)[key] ?? schema;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodArray ? schema.element : schema;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodLazy) return unwrapped(schema.unwrap());
  return schema;
}

/** Fields, tiles and options may have further attributes for clients, so that only those are refused that are misspelt. */
function misspeltAttributes(declared: unknown): UnknownName[] {
  const inTypes = (path: Path, kind: 'fields' | 'tiles') =>
    entriesAt(declared, path).flatMap(([type]) => {
      const of = [...path, type, ...(path[0] === 'postTypes' ? [kind] : [])];
      return entriesAt(declared, of).flatMap(([key]) =>
        kind === 'tiles'
          ? misspeltAt(declared, [...of, key], Object.keys(tileSchema.shape))
          : misspeltInField(declared, [...of, key]),
      );
    });
  return [
    ...inTypes(['postTypes'], 'fields'),
    ...inTypes(['postTypes'], 'tiles'),
    ...inTypes(['fields'], 'fields'),
    ...inTypes(['tiles'], 'tiles'),
  ];
}

function misspeltInField(declared: unknown, path: Path): UnknownName[] {
  const options = [...path, 'default'];
  return [
    ...misspeltAt(declared, path, Object.keys(fieldDeclarationSchema.shape)),
    ...entriesAt(declared, options).flatMap(([key]) =>
      misspeltAt(declared, [...options, key], Object.keys(optionSchema.shape)),
    ),
  ];
}

function misspeltAt(declared: unknown, path: Path, names: readonly string[]): UnknownName[] {
  return entriesAt(declared, path).flatMap(([key]) => {
    const near = names.includes(key) ? undefined : misspeltName(key, names);
    return near === undefined ? [] : [{ path, key, near, hint: `unknown attribute; did you mean ${near}?` }];
  });
}

function entriesAt(declared: unknown, path: Path): [string, unknown][] {
  const value = valueAt(declared, path);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function valueAt(declared: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    declared,
  );
}

function wrongPaths(issue: Issue): Path[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

function without(value: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { [key]: removed, ...others } = value as Record<PropertyKey, unknown>;
  return rest.length === 0 || Array.isArray(removed) ? others : { ...others, [key]: without(removed, rest) };
}
