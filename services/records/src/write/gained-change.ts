import { isDeepStrictEqual } from 'node:util';
import { grantingFields } from '../access/grant.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { isFollowList } from '../fields/user-select/follow-list.ts';
import type { FieldChange } from '../revision/revision.ts';

/**
 * What is left of a change in a write by which a record only gains what it lacks: a single value where it has none, and the
 * values that it does not hold, as if another record with them were merged into it. Undefined is nothing.
 */
export function gainedChange(
  postType: Pick<PostType, 'statusField'>,
  { field, change }: FieldChange,
  before: unknown,
): unknown {
  const { type } = field;
  const given = staysAsItIs(postType, field) ? undefined : type.apply(undefined, change, field);
  if (given === undefined) return undefined;
  if (!type.takeOver) {
    const isHeld = before !== undefined && type.keepExisting?.(before, change, field) === undefined;
    return isHeld ? undefined : change;
  }
  const added = type.takeOver(given, before, field);
  return isDeepStrictEqual(type.apply(before, added, field), before) ? undefined : added;
}

/** How far somebody is with the record, whose it is, who follows it, and by what anybody may view it: also from its other ends. */
function staysAsItIs({ statusField }: Pick<PostType, 'statusField'>, { key, type }: Field): boolean {
  const namesUsers = type.sharesWith !== undefined || isFollowList(key, type.name);
  const opens = type.keptIn === 'edges' || grantingFields.some((granting) => granting === key);
  return namesUsers || opens || key === statusField?.status_key;
}
