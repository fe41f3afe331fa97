import { can, usersListable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { visibleUsers } from '../../profile/visible-users.ts';

const listing = ['list_users', 'promote_users', 'manage_dt'] as const;

/**
 * The given users whom the caller may list: visible ones, or all for those who administer users
 * (docs/guides/sharing.md#permission-to-connect).
 */
export const listable = defineHandler(usersListable, async (call, { users }: Deps<'users'>) => {
  const seesAll = listing.some((capability) => can(call.actor, capability));
  const given = { _id: { $in: [...call.input.user_ids] } };
  const found = await users.matching(seesAll ? given : { $and: [given, await visibleUsers(call)] });
  return { user_ids: found.map(({ _id }) => _id) };
});
