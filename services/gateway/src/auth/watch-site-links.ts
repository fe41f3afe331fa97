import type { NatsConnection, Subscription } from 'nats';
import type { SiteLinkActors } from './site-link-actors.ts';

/**
 * Drops what is known of bearers when a site link changes. A plain subscription: an event that is missed, because the bus
 * was away, costs no more than the lifetime of what is known.
 */
export function watchSiteLinks(bus: NatsConnection, actors: SiteLinkActors): Subscription {
  return bus.subscribe('svc.events.site_link.>', { callback: () => actors.forgetAll() });
}
