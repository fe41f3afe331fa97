import type { Field } from '../model/field.ts';
import { resolveKey, type PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import { isShownKey, maxPathDepth, noSuchPath } from '../query/returned-fields.ts';

/** The properties of a user that paths lead to. */
const userKeys = ['id', 'display', 'avatar'] as const;

/** Fields to add to the user that a field shows. */
export interface NestedUser {
  readonly kind: 'user';
  readonly key: string;
}

/** Fields to add to the connected records that a field shows. */
export interface NestedRecords {
  readonly kind: 'records';
  /** The key of the connection field. */
  readonly key: string;
  readonly target: PostType;
  /** The keys to add. */
  readonly keys: readonly string[];
  /** The fields that have to be read for them. */
  readonly fields: readonly Field[];
  readonly nested: readonly NestedFields[];
}

export type NestedFields = NestedUser | NestedRecords;

/** A path of `fields_to_return` as it was sent, and its keys from the current type on. */
interface Path {
  readonly sent: string;
  readonly keys: readonly string[];
}

/**
 * Resolves paths such as `groups.leaders.name` to the fields on their way.
 * @throws ServiceError `fields_to_sql` naming the path that leads to no field, or through too many connections.
 */
export function parseNestedFields(
  paths: readonly string[],
  postType: PostType,
  postTypes: PostTypes,
): readonly NestedFields[] {
  return nestedIn(
    paths.map((sent) => ({ sent, keys: sent.split('.') })),
    { postType, postTypes, depth: 1 },
  );
}

interface Place {
  readonly postType: PostType;
  readonly postTypes: PostTypes;
  readonly depth: number;
}

function nestedIn(paths: readonly Path[], place: Place): readonly NestedFields[] {
  const byField = Map.groupBy(paths, ({ keys: [key = ''] }) => resolveKey(place.postType, key));
  return [...byField].map(([key, all]) => {
    const field = place.postType.fields.get(key);
    const rest = all.map(({ sent, keys }) => ({ sent, keys: keys.slice(1) }));
    if (field && storageOf(field) === 'edges') return recordsAt(field, rest, place);
    const other = rest.find(({ keys }) => field?.type.name !== 'user_select' || !isUserKey(keys));
    if (other) throw noSuchPath(other.sent);
    return { kind: 'user', key };
  });
}

function isUserKey(keys: readonly string[]): boolean {
  return keys.length === 1 && userKeys.some((key) => key === keys[0]);
}

function recordsAt(field: Field, paths: readonly Path[], { postTypes, depth }: Place): NestedRecords {
  const target = postTypes.find(field.definition.post_type ?? '');
  const unknown = paths.find(({ keys }) => !target || depth > maxPathDepth || !hasFirst(keys, target));
  if (!target || unknown) throw noSuchPath((unknown ?? paths[0])?.sent ?? field.key);
  const keys = [...new Set(paths.map(({ keys: [first = ''] }) => first))];
  return {
    kind: 'records',
    key: field.key,
    target,
    keys,
    fields: keys.flatMap((key) => target.fields.get(resolveKey(target, key)) ?? []),
    nested: nestedIn(
      paths.filter((path) => path.keys.length > 1),
      { postType: target, postTypes, depth: depth + 1 },
    ),
  };
}

function hasFirst([key = '']: readonly string[], target: PostType): boolean {
  return isShownKey(key, target);
}
