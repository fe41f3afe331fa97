import type { Actor } from '@svc/contracts';
import { localeOf } from '../model/locale.ts';
import type { LinkTypes } from './link-types.ts';
import type { SiteLink } from './site-link.ts';

/** Who a site link is for the rest of the service: no user, under its label, with what its type may do. */
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
