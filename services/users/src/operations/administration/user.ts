import { can, ServiceError, usersUser } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { shownUnavailability } from '../../profile/my-profile.ts';
import { shownPlaces } from '../../profile/shown-places.ts';
import { checkAdministers } from '../../roles/account-guard.ts';

/** A user, for those who administer users. Roles and allowed sources only for callers who can change them. */
export const user = defineHandler(usersUser, async (call, deps: Deps<'users' | 'names'>) => {
  checkAdministers(call.actor, ['list_users', 'manage_dt']);
  if (call.input.user === undefined) throw new ServiceError('missing_error', 'Missing user id');
  const found = await deps.users.byId(call.input.user);
  if (!found) throw new ServiceError('user_id', 'User does not exist');
  return {
    ...shown(found),
    user_location: await shownPlaces(call, found, deps.names),
    ...(can(call.actor, 'promote_users') && {
      roles: [...found.roles],
      allowed_sources: settingsOf(found).allowedSources,
    }),
  };
});

function shown(found: User) {
  const settings = settingsOf(found);
  return {
    user_id: found._id,
    display_name: found.displayName,
    user_email: found.email,
    username: found.username,
    locale: found.locale,
    corresponds_to_contact: found.contactId,
    user_status: settings.userStatus,
    workload_status: settings.workload,
    dates_unavailable: shownUnavailability(settings),
    gender: found.gender,
    languages: settings.languages,
    people_groups: settings.peopleGroups,
    description: found.description,
    user_fields: settings.details,
    disabled: found.disabled,
  };
}
