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

/** Whether a user is disabled; only callers who may delete users can change it. */
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

/** Disables or enables a user. Disabling ends all sessions; earlier tokens stay invalid after enabling. */
export function accessChange(user: User, disabled: boolean): UserChange {
  return { disabled, ...(disabled && withoutTokens(user)) };
}
