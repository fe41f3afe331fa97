import type { managedUserSchema } from '@svc/contracts';
import type { z } from 'zod';
import { settingsOf } from '../model/user-settings.ts';
import type { UserCounts } from './record-names.ts';
import type { User } from '../model/user.ts';

/** A user in the lists of user administration. */
export function managedUser(user: User, countsOf: UserCounts): z.infer<typeof managedUserSchema> {
  const counts = countsOf(user._id);
  const { userStatus, workload, locations, places } = settingsOf(user);
  return {
    ID: user._id,
    display_name: user.displayName,
    user_email: user.email,
    roles: [...user.roles],
    user_status: userStatus,
    workload_status: workload,
    location_grid: locations.length > 0,
    location_grid_meta: places.length > 0,
    corresponds_to_contact: user.contactId,
    disabled: user.disabled,
    number_update: counts.update_needed,
    number_assigned_to: counts.assigned,
    number_new_assigned: counts.new_assigned,
    number_active: counts.active,
    last_activity: counts.last_activity,
  };
}
