import { beyondKey, msg, type ServiceError } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import { resolveKey, type PostType } from '../model/post-type.ts';
import { refuseFilter } from './list-query.ts';

/** The fields that an answer shows, and paths that begin at one of them and lead to fields of connected records or users. */
export interface ReturnedFields {
  readonly shown: readonly Field[];
  readonly paths: readonly string[];
}

/** Maximum number of connections through which a path leads. */
export const maxPathDepth = 3;

/** Keys of items and records that are not fields: every answer has them. */
const alwaysShown: ReadonlySet<string> = new Set([
  'ID',
  'post_title',
  'post_type',
  'permalink',
  'created_date',
  'post_author',
  'post_author_display_name',
]);

/**
 * Resolves `fields_to_return`. Boolean fields are always shown (docs/reference/list-query.md#parameters).
 * @throws ServiceError `fields_to_sql` naming the entry whose first key is not a field, `key_scope` for one that the API key does not reach.
 */
export function parseReturnedFields(
  names: readonly string[] | undefined,
  postType: PostType,
): ReturnedFields {
  const fields = [...postType.fields.values()];
  const asked = (names ?? []).filter((name) => name !== 'all_fields');
  const unknown = asked.find((name) => !isReturned(name, postType));
  if (unknown !== undefined) {
    const other = postType.beyondKey?.get(rootOf(unknown));
    throw other === undefined ? noSuchPath(unknown) : beyondKey(other);
  }
  const paths = asked.filter((name) => name.includes('.'));
  if (asked.length === 0 || names?.includes('all_fields')) return { shown: fields, paths };
  const keys = new Set(asked.map((name) => resolveKey(postType, rootOf(name))));
  return { shown: fields.filter(({ key, type }) => keys.has(key) || type.name === 'boolean'), paths };
}

/** Whether an entry of `fields_to_return` begins with a key of the type's answers. */
export function isReturned(name: string, postType: PostType): boolean {
  return isShownKey(name, postType) || postType.fields.has(resolveKey(postType, rootOf(name)));
}

/** Whether a key of an answer needs no path: a field, or a key that every answer has. */
export function isShownKey(key: string, postType: PostType): boolean {
  return alwaysShown.has(key) || postType.fields.has(resolveKey(postType, key));
}

/** The refusal of an entry that leads to no field. */
export function noSuchPath(path: string): ServiceError {
  const message = msg`fields_to_return must name fields, also through up to ${maxPathDepth} connections and users: ${path} does not`;
  return refuseFilter(message, path);
}

function rootOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}
