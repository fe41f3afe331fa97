import { usersSiteLinkRemote } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { remoteSite } from '../../site-links/remote-site.ts';
import type { SiteLinkDeps } from './site-link-deps.ts';

export const siteLinkRemote = defineHandler(usersSiteLinkRemote, async (call, deps: SiteLinkDeps) => {
  const link = await deps.siteLinks.store.byId(call.input.id);
  return { remote: link ? remoteSite(link, deps.siteLinks) : null };
});
