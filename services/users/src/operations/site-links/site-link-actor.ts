import { usersSiteLinkActor, type Actor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { localeOf } from '../../model/locale.ts';
import { findLink } from '../../site-links/find-link.ts';
import type { LinkTypes } from '../../site-links/link-types.ts';
import type { SiteLink } from '../../site-links/site-link.ts';

export const siteLinkActor = defineHandler(usersSiteLinkActor, async (call, deps: Deps<'siteLinks'>) => {
  const link = await findLink(deps.siteLinks, call.input);
  return { actor: link ? linkActor(link, deps.siteLinks.types) : null };
});

/** The actor of a site link: no user, with the link's label as its name and its type's capabilities. */
function linkActor(link: SiteLink, types: LinkTypes): Actor {
  return {
    kind: 'site_link',
    userId: 0,
    displayName: link.label,
    email: '',
    roles: [],
    capabilities: types.capabilitiesOf(link.type),
    locale: localeOf({ locale: '' }),
    siteLinkId: link._id,
    siteLinkType: link.type,
  };
}
