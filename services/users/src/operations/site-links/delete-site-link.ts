import { usersDeleteSiteLink } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { requireLinkAdmin } from '../../site-links/require-link-admin.ts';

export const deleteSiteLink = defineHandler(usersDeleteSiteLink, async (call, deps: Deps<'siteLinks'>) => {
  requireLinkAdmin(call.actor);
  return deps.siteLinks.store.delete(call, call.input.id);
});
