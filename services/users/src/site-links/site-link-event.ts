import type { EventDraft } from '@svc/service-kit';
import type { SiteLink } from './site-link.ts';

/** The event of a change of a site link: which one it is and the names of what changed, never a token. */
export function siteLinkEvent(
  verb: EventDraft['verb'],
  { _id: id, version, label, site1, site2, type }: SiteLink,
  changed: readonly string[],
): EventDraft {
  const data = { site_link: { id, version, label, site1, site2, type }, changed };
  return { entity: 'site_link', verb, subject: `site_links/${id}`, data, withoutValues: () => data };
}
