import { recordsPostTypes, recordsSettings, systemActor, type SiteLinkView } from '@svc/contracts';
import type { TranslatorFor } from '@svc/language';
import type { BusCaller, Call } from '@svc/service-kit';
import type { SiteLink } from './site-link.ts';
import type { SiteLinks } from './site-links.ts';

/** The dependencies of the presentation of links. */
export interface PresentDeps {
  readonly siteLinks: Pick<SiteLinks, 'types'>;
  readonly caller: Pick<BusCaller, 'call'>;
  readonly translatorFor: TranslatorFor;
}

type Asking = Pick<Call, 'actor' | 'requestId' | 'deadline'>;

/** The connection types for a caller, and how links are presented to their administrators, without tokens. */
export async function presentLinks(call: Asking, { siteLinks, caller, translatorFor }: PresentDeps) {
  const types = siteLinks.types.all(await askPostTypes(call, caller));
  const translate = translatorFor(call.actor.locale);
  const present = (link: SiteLink): SiteLinkView => ({
    id: link._id,
    label: link.label,
    site1: link.site1,
    site2: link.site2,
    type: link.type,
    type_label: translate(types.find(({ key }) => key === link.type)?.label ?? link.type),
    capabilities: siteLinks.types.capabilitiesOf(link.type),
    non_product: link.nonProduct,
    api_key: link.apiKey,
    approved_ip: link.approvedIp,
    created_by: { id: link.createdBy.userId, display_name: link.createdBy.displayName },
    created_at: link.createdAt.toISOString(),
    token_since: link.tokenSince.toISOString(),
  });
  return { types, translate, present };
}

/** The post types of the instance: the records service is asked in this service's own name, in the caller's language. */
async function askPostTypes({ actor, requestId, deadline }: Asking, caller: PresentDeps['caller']) {
  const context = { caller: { ...systemActor('users'), locale: actor.locale }, requestId, deadline };
  const { post_types: types } = await caller.call(recordsPostTypes, {}, context);
  return Promise.all(
    types.map(async ({ post_type: key }) => {
      const { label_plural: label } = await caller.call(recordsSettings, { post_type: key }, context);
      return { key, label };
    }),
  );
}
