import type { AdminUser } from '@svc/contracts';
import type { User } from '../model/user.ts';

export function adminUser(user: User): AdminUser {
  return {
    id: user._id,
    username: user.username,
    email: user.email,
    display_name: user.displayName,
    roles: [...user.roles],
    disabled: user.disabled,
    corresponds_to_contact: user.contactId,
  };
}
