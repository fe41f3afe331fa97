import { usersBaseUser } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import type { User } from '../../model/user.ts';
import { capabilitiesOf } from '../../roles/role-catalogue.ts';
import { searchMaximum, type UserStore } from '../../store/user-store.ts';

/** Finds the user named by BASE_USER; the first administrator instead if that user is disabled or may not access contacts. */
export const baseUser = defineHandler(
  usersBaseUser,
  async (_call, deps: Deps<'users' | 'roles' | 'baseUser'>) => {
    const { users, roles, baseUser: named } = deps;
    const wanted = named === undefined ? null : await users.byLogin(named);
    const isFit =
      wanted && !wanted.disabled && capabilitiesOf(roles, wanted.roles).includes('access_contacts');
    const user = isFit ? wanted : await firstAdministrator(users);
    return { user_id: user?._id ?? null };
  },
);

async function firstAdministrator(users: UserStore): Promise<User | undefined> {
  const all = await users.search({ roles: 'administrator', disabled: false }, searchMaximum);
  return all.toSorted((one, other) => one._id - other._id)[0];
}
