import { sendingLinkTypes, usersSiteLinkRemote, type OutputOf } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { hourOf, siteKey, transferToken } from '../../site-links/site-key.ts';
import type { SiteLink } from '../../site-links/site-link.ts';
import type { SiteLinks } from '../../site-links/site-links.ts';

export const siteLinkRemote = defineHandler(usersSiteLinkRemote, async (call, deps: Deps<'siteLinks'>) => {
  const link = await deps.siteLinks.store.byId(call.input.id);
  return { remote: link ? remoteSite(link, deps.siteLinks) : null };
});

/** The remote site of a link over which contacts may be sent; null for other links, or when the token cannot be decrypted. */
function remoteSite(
  link: SiteLink,
  { vault, ownHost }: SiteLinks,
): OutputOf<typeof usersSiteLinkRemote>['remote'] {
  const token = sendingLinkTypes.includes(link.type) ? vault.open(link) : undefined;
  if (token === undefined) return null;
  const { _id: id, label, type, nonProduct, apiKey } = link;
  const host = link.site2 === ownHost ? link.site1 : link.site2;
  return {
    id,
    label,
    type,
    host,
    url: `${link.plainHttp ? 'http' : 'https'}://${host}`,
    non_product: nonProduct,
    transfer_token: apiKey ? token : transferToken(siteKey({ ...link, token }), hourOf(new Date())),
  };
}
