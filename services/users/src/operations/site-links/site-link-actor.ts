import { usersSiteLinkActor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { findLink } from '../../site-links/find-link.ts';
import { linkActor } from '../../site-links/link-actor.ts';
import type { SiteLinkDeps } from './site-link-deps.ts';

export const siteLinkActor = defineHandler(usersSiteLinkActor, async (call, deps: SiteLinkDeps) => {
  const link = await findLink(deps.siteLinks, call.input);
  return { actor: link ? linkActor(link, deps.siteLinks.types) : null };
});
