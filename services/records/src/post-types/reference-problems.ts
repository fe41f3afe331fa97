import type { FieldOption } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { MergedPostType } from './merge-declarations.ts';
import { mayMakeDuplicates, type PostType } from '../model/post-type.ts';

type Declaration = MergedPostType['declaration'];
type Fields = ReadonlyMap<string, Field>;
type Types = ReadonlyMap<string, PostType>;

/** References of a post type to undeclared fields, options or types, each as the rest of a line that starts with its key. */
export function referenceProblems(key: string, declaration: Declaration, all: Types): string[] {
  const fields: Fields = all.get(key)?.fields ?? new Map();
  return [
    ...statusProblems(declaration, fields),
    ...aliasProblems(declaration, fields),
    ...duplicateProblems(declaration, fields),
    ...targetProblems(fields, all),
    ...userProblems(key, declaration, all),
    ...heldProblems(declaration, fields),
    ...grantProblems(declaration, fields),
  ];
}

function statusProblems({ status_field: status }: Declaration, fields: Fields): string[] {
  if (!status) return [];
  const options: ReadonlyMap<string, FieldOption> | undefined = fields.get(status.status_key)?.options;
  if (!options) return [`: status_field names ${status.status_key}, which must be a field with options`];
  if (options.has(status.archived_key)) return [];
  return [`: status_field names ${status.archived_key}, which must be an option of ${status.status_key}`];
}

function aliasProblems({ aliases = {} }: Declaration, fields: Fields): string[] {
  return Object.entries(aliases).flatMap(([alias, { field }]) => {
    if (fields.has(alias)) return [`: the alias ${alias} must not be the key of a field`];
    return fields.has(field) ? [] : [`: the alias ${alias} names ${field}, which must be a field`];
  });
}

function duplicateProblems({ duplicate_fields: keys = [] }: Declaration, fields: Fields): string[] {
  return keys.flatMap((key) => {
    const field = fields.get(key);
    if (field && mayMakeDuplicates(field)) return [];
    return [`: duplicate_fields names ${key}, which must be the name or a communication channel`];
  });
}

function userProblems(type: string, { user_field: key }: Declaration, all: Types): string[] {
  if (key === undefined) return [];
  if (all.get(type)?.fields.get(key)?.type.name !== 'number')
    return [`: user_field names ${key}, which must be a number field`];
  const [first] = [...all.values()].filter(({ userField }) => userField !== undefined);
  return first && first.key !== type
    ? [`: user_field must be declared once; ${first.key} already declares it`]
    : [];
}

function heldProblems({ duplicates = {} }: Declaration, fields: Fields): string[] {
  return Object.entries(duplicates).flatMap(([attribute, held]) =>
    Object.entries(held ?? {}).flatMap(([key, options]) => {
      const unknown = options.find((option) => !fields.get(key)?.options.has(option));
      return unknown === undefined
        ? []
        : [`: duplicates.${attribute} names ${unknown}, which must be an option of ${key}`];
    }),
  );
}

function grantProblems({ grants = [] }: Declaration, fields: Fields): string[] {
  return grants.flatMap(({ capability, types, limited = false }) => {
    if (limited && !types) return [`: the grant of ${capability} is limited to sources and must name types`];
    const unknown = types?.find((type) => !fields.get('type')?.options.has(type));
    return unknown === undefined
      ? []
      : [`: the grant of ${capability} names ${unknown}, which must be an option of type`];
  });
}

function targetProblems(fields: Fields, all: Types): string[] {
  return [...fields.values()].flatMap(({ key, type, definition: { post_type: target } }) =>
    type.storage === 'edges' && target !== undefined && !all.has(target)
      ? [`.${key}: it connects to ${target}, which must be a declared post type`]
      : [],
  );
}
