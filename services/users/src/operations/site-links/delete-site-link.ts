import { usersDeleteSiteLink } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { requireLinkAdmin } from '../../site-links/require-link-admin.ts';
import type { SiteLinkDeps } from '../operation-deps.ts';

export const deleteSiteLink = defineHandler(usersDeleteSiteLink, async (call, deps: SiteLinkDeps) => {
  requireLinkAdmin(call.actor);
  return deps.siteLinks.store.delete(call, call.input.id);
});
