import type { Field } from '../fields/index.ts';
import { keepingOf } from '../reading/stored-value.ts';
import { resolveKey, type PostType } from '../post-types/post-type.ts';

/** The order of a list: a path that every record has, or a field's sort key that some records lack. */
export type ListSort =
  | { readonly kind: 'always set'; readonly path: string; readonly direction: 1 | -1 }
  | { readonly kind: 'field'; readonly field: Field; readonly direction: 1 | -1 };

const alwaysSet: Readonly<Record<string, string>> = {
  name: 'sort.name',
  post_title: 'sort.name',
  title: 'sort.name',
  post_date: 'createdAt',
  last_modified: 'lastModified',
};

const newestFirst: ListSort = { kind: 'always set', path: 'createdAt', direction: -1 };

/** Understands `sort`: a field key, `-` before it for descending. Anything else is the default, newest first. */
export function parseSort(input: unknown, postType: PostType): ListSort {
  if (typeof input !== 'string' || input === '') return newestFirst;
  const direction = input.startsWith('-') ? -1 : 1;
  const key = input.replace(/^-/, '');
  const path = Object.hasOwn(alwaysSet, key) ? alwaysSet[key] : undefined;
  if (path) return { kind: 'always set', path, direction };
  const field = postType.fields.get(resolveKey(postType, key));
  return field?.type.sortKey && keepingOf(field) === 'record'
    ? { kind: 'field', field, direction }
    : newestFirst;
}
