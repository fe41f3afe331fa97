import type { Actor } from '@svc/contracts';
import { capabilitiesOf, type RoleCatalogue } from '../roles/role-catalogue.ts';
import { settingsOf } from '../store/user-settings.ts';
import type { User } from '../store/user.ts';
import { localeOf } from './locale.ts';

/** Who a user is for the rest of the service. */
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
