import type { SiteLinkView, Translate } from '@svc/contracts';
import type { LinkedPostType, LinkTypes } from './link-types.ts';
import type { SiteLink } from './site-link.ts';

/** Presents links to their administrators, without tokens. */
export function linkPresenter(
  types: LinkTypes,
  postTypes: readonly LinkedPostType[],
  translate: Translate,
): (link: SiteLink) => SiteLinkView {
  return (link) => ({
    id: link._id,
    label: link.label,
    site1: link.site1,
    site2: link.site2,
    type: link.type,
    type_label: translate(types.labelOf(link.type, postTypes)),
    capabilities: types.capabilitiesOf(link.type),
    non_product: link.nonProduct,
    api_key: link.apiKey,
    approved_ip: link.approvedIp,
    created_by: { id: link.createdBy.userId, display_name: link.createdBy.displayName },
    created_at: link.createdAt.toISOString(),
    token_since: link.tokenSince.toISOString(),
  });
}
