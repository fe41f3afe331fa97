import type { QueryFilter } from 'mongoose';
import { usersManagedPage } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import type { User } from '../../model/user.ts';
import { managedUser } from '../../profile/managed-user.ts';
import { checkReadsAccounts } from '../../roles/account-guard.ts';
import { containing, everyName } from '../../store/containing.ts';
import { searchMaximum, type UserPage } from '../../store/user-store.ts';

/** The sort keys of a page, with their stored paths. */
const sortKeys: Readonly<Record<string, string>> = {
  ID: '_id',
  display_name: 'displayNameKey',
  user_email: 'emailKey',
  user_status: 'settings.userStatus',
  workload_status: 'settings.workload',
  corresponds_to_contact: 'contactId',
};

/** The filter keys of a page, with their stored paths; values can only be texts. */
const filterKeys: Readonly<Record<string, string>> = {
  user_status: 'settings.userStatus',
  workload_status: 'settings.workload',
  roles: 'roles',
  capabilities: 'roles',
};

export const managedPage = defineHandler(usersManagedPage, async (call, deps: Deps<'users' | 'names'>) => {
  checkReadsAccounts(call.actor);
  const { search = '', sort = '', filter = {}, limit = searchMaximum, offset = 0 } = call.input;
  const wanted = { $and: [containing(everyName, search), chosen(filter)] };
  const [users, total] = await deps.users.page(wanted, {
    sort: orderOf(sort),
    offset: within(offset, Number.MAX_SAFE_INTEGER),
    limit: within(limit, searchMaximum),
  });
  const counts = await deps.names.userCounts(
    call,
    users.map(({ _id }) => _id),
  );
  return { users: users.map((user) => managedUser(user, counts)), total_users: total };
});

function chosen(filter: Readonly<Record<string, unknown>>): QueryFilter<User> {
  const entries = Object.entries(filterKeys).flatMap(([key, path]) => {
    const value = Object.hasOwn(filter, key) ? filter[key] : undefined;
    return typeof value === 'string' && value !== '' ? [[path, { $eq: value }] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Sorts by name when the key is not a sort key. */
function orderOf(sort: string): UserPage['sort'] {
  const key = sort.replace(/^-/, '');
  const path = Object.hasOwn(sortKeys, key) ? sortKeys[key] : undefined;
  return { [path ?? 'displayNameKey']: path !== undefined && sort.startsWith('-') ? -1 : 1 };
}

function within(number: number, max: number): number {
  return Math.min(Math.max(Math.trunc(number), 0), max);
}
