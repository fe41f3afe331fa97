import { usersSiteLinks } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { askPostTypes } from '../../site-links/ask-post-types.ts';
import { linkPresenter } from '../../site-links/present-link.ts';
import { requireLinkAdmin } from '../../site-links/require-link-admin.ts';

export const siteLinks = defineHandler(
  usersSiteLinks,
  async (
    call,
    { siteLinks: links, caller, translatorFor }: Deps<'siteLinks' | 'caller' | 'translatorFor'>,
  ) => {
    requireLinkAdmin(call.actor);
    const postTypes = await askPostTypes(call, caller);
    const all = await links.store.all();
    const translate = translatorFor(call.actor.locale);
    return {
      site_links: all.map(linkPresenter(links.types, postTypes, translate)),
      types: links.types.all(postTypes).map((type) => ({ ...type, label: translate(type.label) })),
    };
  },
);
