import { usersActor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { localeOf } from '../profile/locale.ts';
import { capabilitiesOf } from '../roles/role-catalogue.ts';
import { settingsOf } from '../store/user-settings.ts';
import type { UsersDeps } from '../users-deps.ts';

export const actor = defineHandler(usersActor, async (call, deps: UsersDeps) => {
  const { user_id: id, token_version: tokenVersion } = call.input;
  const user = await deps.users.byId(id);
  if (!user || user.disabled) return { actor: null };
  if (tokenVersion !== undefined && tokenVersion !== user.tokenVersion) return { actor: null };
  const capabilities = capabilitiesOf(deps.roles, user.roles);
  const isLimited = capabilities.includes('access_specific_sources');
  return {
    actor: {
      kind: 'user' as const,
      userId: user._id,
      displayName: user.displayName,
      email: user.email,
      roles: [...user.roles],
      capabilities,
      locale: localeOf(user),
      ...(isLimited && { allowedSources: [...settingsOf(user).allowedSources] }),
    },
  };
});
