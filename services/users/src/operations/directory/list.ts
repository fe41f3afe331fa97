import { can, inEnglish, mayListAllUsers, type OutputOf, ServiceError, usersList } from '@svc/contracts';
import { type Call, defineHandler } from '@svc/service-kit';
import type { AvatarAddresses } from '../../avatars/avatar-addresses.ts';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { visibleUsers } from '../../profile/visible-users.ts';
import { shownWorkload } from '../../profile/workload.ts';
import { rolesWith } from '../../roles/role-catalogue.ts';
import { containing, everyName } from '../../store/containing.ts';
import { searchMaximum } from '../../store/user-store.ts';

const shortList = 50;

/** Users with access to records of the type, as far as the caller may see them. */
export const list = defineHandler(
  usersList,
  async (call, deps: Deps<'users' | 'roles' | 'names' | 'avatars'>) => {
    const { actor, input } = call;
    if (!can(actor, 'access_contacts'))
      throw new ServiceError('get_assignable_users_compact', 'No permissions to assign');
    const knowsAll = mayListAllUsers(actor);
    const access = rolesWith(deps.roles, `access_${input.post_type || 'contacts'}`);
    const searched = knowsAll ? everyName : displayName;
    const users = await deps.users.search(
      {
        disabled: false,
        $and: [{ roles: { $in: access } }, await visibleUsers(call), containing(searched, input.s ?? '')],
      },
      knowsAll && input.get_all !== '1' ? shortList : searchMaximum,
    );
    if (!knowsAll) return users.map((user) => listed(user, deps.avatars));
    const needed = input.with_updates ? await neededUpdates(call, deps, users) : undefined;
    return users.map((user) => ({
      ...listed(user, deps.avatars),
      ...statusOf(user),
      ...(needed && { update_needed: needed.get(user._id) ?? 0 }),
    }));
  },
);

const displayName = ['displayNameKey'] as const;

function listed(user: User, avatars: AvatarAddresses): OutputOf<typeof usersList>[number] {
  return {
    name: user.displayName,
    ID: user._id,
    avatar: avatars.url(user),
    contact_id: user.contactId,
  };
}

/** Undefined when the records service does not answer: the list is useful without it. */
async function neededUpdates(call: Call, { names }: Deps<'names'>, users: readonly User[]) {
  const ids = users.map(({ _id }) => _id);
  return names.neededUpdates(call, ids).catch((error: unknown) => {
    call.log.warn(
      { err: error },
      'users listed without their update counts: the records service did not answer',
    );
    return undefined;
  });
}

function statusOf(user: User): { status_color?: string } {
  const workload = shownWorkload(settingsOf(user).workload, inEnglish);
  return workload ? { status_color: workload.color } : {};
}
