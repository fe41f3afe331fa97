import type { Subscription } from 'nats';
import { z } from 'zod';
import { watchEvents, type ServiceContext } from '@svc/service-kit';
import type { ActorCache } from './actor-cache.ts';
import type { SiteLinkActors } from './site-link-actors.ts';

/** The part of an event that is read here. */
const changedUser = z.object({ data: z.object({ user: z.object({ id: z.int() }) }) });

/**
 * Drops a user's cached actors when an event reports a change. A plain subscription suffices: after an event that was
 * missed while the bus was away, cached entries expire by themselves.
 */
export function watchUsers(context: ServiceContext, actors: ActorCache<never>): Subscription {
  return watchEvents(context, 'svc.events.user.>', (body) => {
    const event = parse(body);
    if (event) actors.forget(event.data.user.id);
    else actors.forgetAll();
  });
}

/** Empties the cache of bearers when a site link changes, like `watchUsers`. */
export function watchSiteLinks(context: ServiceContext, actors: SiteLinkActors): Subscription {
  return watchEvents(context, 'svc.events.site_link.>', () => actors.forgetAll());
}

function parse(data: Uint8Array): z.infer<typeof changedUser> | undefined {
  try {
    return changedUser.safeParse(JSON.parse(Buffer.from(data).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
