import { usersCreate } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { createUser } from '../../creation/create-user.ts';
import { checkNewUser } from '../../model/check-new-user.ts';
import { checkPasswordStrength } from '../../passwords/check-password-strength.ts';
import { checkRoles } from '../../roles/role-catalogue.ts';

const defaultRoles = ['multiplier'];

/** Creates a user for the admin tool, which may give any role. */
export const create = defineHandler(
  usersCreate,
  async (call, deps: Deps<'store' | 'users' | 'roles' | 'passwords'>) => {
    const names = checkNewUser(call.input);
    const roles = checkRoles(call.input.roles.length > 0 ? call.input.roles : defaultRoles, deps.roles);
    checkPasswordStrength(call.input.password);
    const passwordHash = await deps.passwords.hash(call.input.password, {
      caller: 'admin',
      deadline: call.deadline,
    });
    const draft = { ...names, roles, passwordHash, locale: call.input.locale ?? '' };
    return createUser(call, deps, { draft, answer: (created) => created });
  },
);
