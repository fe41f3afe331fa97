import { usersAdminList } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { adminUser } from '../../profile/admin-user.ts';
import type { AdministrationDeps } from '../operation-deps.ts';

export const adminList = defineHandler(usersAdminList, async (_call, deps: AdministrationDeps) => ({
  users: (await deps.users.all()).map(adminUser),
}));
