import { usersAdminList } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { adminUser } from '../profile/admin-user.ts';
import type { UsersDeps } from '../users-deps.ts';

export const adminList = defineHandler(usersAdminList, async (_call, deps: UsersDeps) => ({
  users: (await deps.users.all()).map(adminUser),
}));
