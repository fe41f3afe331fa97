import { type Actor, type Fields, msg, ServiceError } from '@svc/contracts';
import { grantingFields } from '../access/grant.ts';
import { isFollowList } from '../fields/user-select/follow-list.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';

/** Whether a field decides who may view a record, or who hears of it: users, followers, and the values that capabilities depend on. */
export function decidesAccess({ key, type }: Field): boolean {
  const namesUsers = type.write.sharesWith !== undefined || isFollowList(key, type.name);
  return namesUsers || grantingFields.some((granting) => granting === key);
}

/** The keys of such fields in an update over a site link, which has nobody behind it who could decide about access. */
function undecided(actor: Actor, postType: PostType, fields: Fields): string[] {
  if (actor.kind !== 'site_link') return [];
  return Object.keys(fields).filter((key) => {
    const field = postType.fields.get(key);
    return field !== undefined && decidesAccess(field);
  });
}

/**
 * Checks that an update over a site link does not decide who may view an existing record (docs/guides/site-links.md#permissions-of-a-link).
 * @throws ServiceError `update_post`
 */
export function refuseDecidingAccess(actor: Actor, postType: PostType, fields: Fields): void {
  const keys = undecided(actor, postType, fields);
  const [field] = keys;
  if (field === undefined) return;
  const message = msg`A site link may not change who has access to a record: ${keys.join(', ')}`;
  throw new ServiceError('update_post', message, { status: 403, data: { field } });
}

/** The fields of a create over a site link without those that it may not write to the existing record that is updated instead. */
export function withoutDecidingAccess(actor: Actor, postType: PostType, fields: Fields): Fields {
  const keys = new Set(undecided(actor, postType, fields));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}
