import type { ListRequest } from '@svc/contracts';
import type { Field } from '../fields/index.ts';
import { keepingOf } from '../reading/stored-value.ts';
import { resolveKey, type PostType } from '../post-types/post-type.ts';
import { defaultOrder } from './default-order.ts';

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
