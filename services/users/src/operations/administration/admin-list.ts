import { usersAdminList } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { adminUser } from '../../profile/admin-user.ts';

export const adminList = defineHandler(usersAdminList, async (_call, deps: Deps<'users'>) => ({
  users: (await deps.users.all()).map(adminUser),
}));
