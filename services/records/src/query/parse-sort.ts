import type { FilterTree, ListRequest } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import { keepingOf } from '../model/stored-value.ts';
import { type PostType, resolveKey } from '../model/post-type.ts';
import { readTextOperands } from '../fields/shared/text-filter.ts';

/**
 * The order of a list: a path that every record has, or a field's sort key that some records lack; `ranked` by what the record does not
 * keep itself, `first named` by whether its name contains a text, then by name.
 */
export type ListSort =
  | { readonly kind: 'always set'; readonly path: string; readonly direction: 1 | -1 }
  | { readonly kind: 'field'; readonly field: Field; readonly direction: 1 | -1 }
  | { readonly kind: 'ranked'; readonly field: Field; readonly direction: 1 | -1 }
  | { readonly kind: 'first named'; readonly text: string; readonly direction: 1 };

const alwaysSet: Readonly<Record<string, string>> = {
  name: 'sort.name',
  post_title: 'sort.name',
  title: 'sort.name',
  post_date: 'createdAt',
  last_modified: 'lastModified',
};

const newestFirst: ListSort = { kind: 'always set', path: 'createdAt', direction: -1 };

/** Understands `sort`: a field key, `-` before it for descending. What is no key of a field with an order is newest first. */
export function parseSort({ sort: input, where }: ListRequest, postType: PostType): ListSort {
  if (input === undefined) return defaultOrder(where, postType) ?? newestFirst;
  const direction = input.startsWith('-') ? -1 : 1;
  // No key begins with "-", so what follows the first one is the key, also where it contains others.
  const key = input.replace(/^-/, '');
  const path = Object.hasOwn(alwaysSet, key) ? alwaysSet[key] : undefined;
  if (path) return { kind: 'always set', path, direction };
  const field = postType.fields.get(resolveKey(postType, key));
  return (field && fieldOrder(field, direction)) ?? newestFirst;
}

function fieldOrder(field: Field, direction: 1 | -1): ListSort | undefined {
  switch (keepingOf(field)) {
    case 'record':
      return field.type.sortKey && { kind: 'field', field, direction };
    case 'private':
      return field.type.sortKey && { kind: 'ranked', field, direction };
    case 'edges':
      return { kind: 'ranked', field, direction };
    case 'beside':
      return undefined;
  }
}

type Leaf = Extract<FilterTree, { kind: 'field' }>;

const byName: ListSort = { kind: 'always set', path: 'sort.name', direction: 1 };

/**
 * The order of a list without `sort` that is filtered by name (facts of list parameters): names that contain the first text that is asked
 * for come first, then by name. Undefined when no filter asks for names.
 */
function defaultOrder(where: FilterTree, postType: PostType): ListSort | undefined {
  const field = postType.fields.get('name');
  const leaf = findNameFilter(where, postType);
  if (!field || !leaf) return undefined;
  const given = readTextOperands(typeof leaf.operand === 'string' ? [leaf.operand] : leaf.operand, field);
  const included = 'operands' in given ? given.operands.included : [];
  const [first] = included;
  const isAlone = included.length === 1 && isRequired(where, leaf);
  // Where every name contains it, names alone are the order, and they have an index.
  if (!first || first.kind === 'any' || isAlone) return byName;
  return { kind: 'first named', text: first.text, direction: 1 };
}

function findNameFilter(tree: FilterTree, postType: PostType): Leaf | undefined {
  if (tree.kind === 'field') return resolveKey(postType, tree.key) === 'name' ? tree : undefined;
  for (const part of tree.of) {
    const found = findNameFilter(part, postType);
    if (found) return found;
  }
  return undefined;
}

function isRequired(where: FilterTree, leaf: Leaf): boolean {
  return where === leaf || (where.kind === 'all' && where.of.includes(leaf));
}
