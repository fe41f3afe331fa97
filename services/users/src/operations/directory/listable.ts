import { usersListable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { listableUsers } from '../../profile/visible-users.ts';
import type { DirectoryDeps } from './directory-deps.ts';

/** Those of the given users whom the caller may list. */
export const listable = defineHandler(usersListable, async (call, { users }: DirectoryDeps) => {
  const { user_ids: ids } = call.input;
  const found = await users.matching({ $and: [{ _id: { $in: [...ids] } }, await listableUsers(call)] });
  return { user_ids: found.map(({ _id }) => _id) };
});
