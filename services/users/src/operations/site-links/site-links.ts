import { usersSiteLinks } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { presentLinks } from '../../site-links/present-links.ts';
import { requireLinkAdmin } from '../../site-links/require-link-admin.ts';

export const siteLinks = defineHandler(
  usersSiteLinks,
  async (call, deps: Deps<'siteLinks' | 'caller' | 'translatorFor'>) => {
    requireLinkAdmin(call.actor);
    const { types, translate, present } = await presentLinks(call, deps);
    return {
      site_links: (await deps.siteLinks.store.all()).map(present),
      types: types.map((type) => ({ ...type, label: translate(type.label) })),
    };
  },
);
