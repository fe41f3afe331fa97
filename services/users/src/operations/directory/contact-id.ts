import { can, ServiceError, usersContactId } from '@svc/contracts';
import { type Call, defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { visibleUsers } from '../../profile/visible-users.ts';

/** The contact of a user whom the caller may see. Missing and forbidden look alike. */
export const contactId = defineHandler(usersContactId, async (call, deps: Deps<'users'>) => {
  const { user_id: id } = call.input;
  if (id === undefined) throw new ServiceError('missing_error', 'Missing fields');
  const user = (await mayKnow(call, deps, id)) ? await deps.users.byId(id) : null;
  if (!user)
    throw new ServiceError('no_permissions', 'You may not view this user.', {
      status: 403,
    });
  return user.contactId;
});

async function mayKnow(call: Call, { users }: Deps<'users'>, id: number): Promise<boolean> {
  if (id === call.actor.userId) return true;
  if (!can(call.actor, 'access_contacts')) return false;
  const found = await users.search({ $and: [{ _id: id }, await visibleUsers(call)] }, 1);
  return found.length > 0;
}
