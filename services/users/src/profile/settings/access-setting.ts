import { can, ServiceError } from '@svc/contracts';
import { z } from 'zod';
import type { UserChange } from '../../model/change-user.ts';
import type { User } from '../../model/user.ts';
import { checkTakingAccess } from '../../roles/check-giving.ts';
import { withoutTokens } from '../../tokens/token-version.ts';
import { changing, type Setting } from './setting.ts';

const flag = z.union([
  z.boolean(),
  z.enum(['true', '1', 'false', '0']).transform((text) => /true|1/.test(text)),
]);

/** Whether a user is kept out. Nobody says so of itself. */
export const accessSetting: Setting = {
  key: 'disabled',
  read(value, { actor }) {
    if (!can(actor, 'delete_users')) throw new ServiceError('no_permissions', 'Missing Permissions');
    const disabled = flag.safeParse(value);
    if (!disabled.success) return { problem: 'disabled is not of type boolean' };
    return changing((user) => {
      checkTakingAccess(actor, user);
      return accessChange(user, disabled.data);
    });
  },
};

/** A user that is kept out, or let in again. Tokens from before are worthless either way. */
export function accessChange(user: User, disabled: boolean): UserChange {
  return { disabled, ...(disabled && withoutTokens(user)) };
}
