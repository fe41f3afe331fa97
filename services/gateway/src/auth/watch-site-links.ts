import type { Subscription } from 'nats';
import { watchEvents, type ServiceContext } from '@svc/service-kit';
import type { SiteLinkActors } from './site-link-actors.ts';

/**
 * Drops what is known of bearers when a site link changes. A plain subscription: an event that is missed, because the bus
 * was away, costs no more than the lifetime of what is known.
 */
export function watchSiteLinks(context: ServiceContext, actors: SiteLinkActors): Subscription {
  return watchEvents(context, 'svc.events.site_link.>', () => actors.forgetAll());
}
