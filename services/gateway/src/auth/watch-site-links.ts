import type { Subscription } from 'nats';
import { watchEvents, type ServiceContext } from '@svc/service-kit';
import type { SiteLinkActors } from './site-link-actors.ts';

/**
 * Empties the cache of bearers when a site link changes. A plain subscription suffices: after an event that was missed
 * while the bus was away, cached entries expire by themselves.
 */
export function watchSiteLinks(context: ServiceContext, actors: SiteLinkActors): Subscription {
  return watchEvents(context, 'svc.events.site_link.>', () => actors.forgetAll());
}
