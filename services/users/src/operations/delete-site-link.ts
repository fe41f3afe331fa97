import { usersDeleteSiteLink } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { requireLinkAdmin } from '../site-links/require-link-admin.ts';
import type { UsersDeps } from '../users-deps.ts';

export const deleteSiteLink = defineHandler(usersDeleteSiteLink, async (call, deps: UsersDeps) => {
  requireLinkAdmin(call.actor);
  return deps.siteLinks.store.delete(call, call.input.id);
});
