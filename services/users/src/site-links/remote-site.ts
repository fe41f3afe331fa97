import type { OutputOf, usersSiteLinkRemote } from '@svc/contracts';
import { sendingTypes } from './link-types.ts';
import { hourOf, siteKey, transferToken } from './site-key.ts';
import type { SiteLink } from './site-link.ts';
import type { SiteLinks } from './site-links.ts';

type Remote = OutputOf<typeof usersSiteLinkRemote>['remote'];

function isSending(link: Pick<SiteLink, 'type'>): boolean {
  return sendingTypes.includes(link.type);
}

/** The remote site of a link over which contacts may be sent; null for other links, or when the token cannot be decrypted. */
export function remoteSite(link: SiteLink, { vault, ownHost }: SiteLinks): Remote {
  const token = isSending(link) ? vault.open(link) : undefined;
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
