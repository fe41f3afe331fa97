import type { Actor } from '@svc/contracts';
import { localeOf } from '../model/locale.ts';
import { settingsOf } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { capabilitiesOf, type RoleCatalogue } from '../roles/role-catalogue.ts';

/** The actor that a user is for other services. */
export function actorOfUser(user: User, roles: RoleCatalogue): Actor {
  const capabilities = capabilitiesOf(roles, user.roles);
  const isLimited = capabilities.includes('access_specific_sources');
  return {
    kind: 'user',
    userId: user._id,
    displayName: user.displayName,
    email: user.email,
    roles: [...user.roles],
    capabilities,
    locale: localeOf(user),
    ...(isLimited && { allowedSources: [...settingsOf(user).allowedSources] }),
  };
}
