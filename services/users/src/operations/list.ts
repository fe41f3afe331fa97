import { can, recordsCollaborators, ServiceError, usersList } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { avatar } from '../profile/avatar.ts';
import { rolesWith } from '../roles/role-catalogue.ts';
import { containing } from '../store/containing.ts';
import { searchMaximum } from '../store/user-store.ts';
import type { UsersDeps } from '../users-deps.ts';

const shortList = 50;

/** Users that can take a record of the type, as far as the caller may know of them. */
export const list = defineHandler(usersList, async (call, deps: UsersDeps) => {
  const { actor, input } = call;
  if (!can(actor, 'access_contacts'))
    throw new ServiceError('get_assignable_users_compact', 'No permissions to assign');
  const knowsAll = can(actor, 'dt_all_access_contacts') || can(actor, 'dt_list_users');
  const among = knowsAll ? {} : knownTo((await call.ask(recordsCollaborators, {})).user_ids);
  const access = rolesWith(deps.roles, `access_${input.post_type || 'contacts'}`);
  const searched = knowsAll ? everyName : displayName;
  const users = await deps.users.search(
    { disabled: false, $and: [{ roles: { $in: access } }, among, containing(searched, input.s ?? '')] },
    knowsAll && input.get_all !== '1' ? shortList : searchMaximum,
  );
  return users.map((user) => ({
    name: user.displayName,
    ID: user._id,
    avatar: avatar(user.email),
    contact_id: user.contactId,
  }));
});

const displayName = ['displayNameKey'] as const;
const everyName = ['displayNameKey', 'usernameKey', 'emailKey'] as const;

/** Whom a caller without further rights knows: those it shares records with, and every dispatcher. */
function knownTo(collaborators: readonly number[]) {
  return { $or: [{ _id: { $in: [...collaborators] } }, { roles: 'dispatcher' }] };
}
