import type { Actor } from '@svc/contracts';
import { localeOf } from '../model/locale.ts';
import type { LinkTypes } from './link-types.ts';
import type { SiteLink } from './site-link.ts';

/** The actor of a site link: no user, with the link's label as its name and its type's capabilities. */
export function linkActor(link: SiteLink, types: LinkTypes): Actor {
  return {
    kind: 'site_link',
    userId: 0,
    displayName: link.label,
    email: '',
    roles: [],
    capabilities: types.capabilitiesOf(link.type),
    locale: localeOf({ locale: '' }),
    siteLinkId: link._id,
  };
}
