import type { Subscription } from 'nats';
import { z } from 'zod';
import { watchEvents, type ServiceContext } from '@svc/service-kit';
import type { ActorCache } from './actor-cache.ts';

/** All an event has to say here; the rest of it is of no interest. */
const changedUser = z.object({ data: z.object({ user: z.object({ id: z.int() }) }) });

/**
 * Drops what is known of a user when an event says that it has changed. A plain subscription: an event that is missed,
 * because the bus was away, costs no more than the lifetime of what is known.
 */
export function watchUsers(context: ServiceContext, actors: ActorCache<never>): Subscription {
  return watchEvents(context, 'svc.events.user.>', (body) => {
    const event = parse(body);
    if (event) actors.forget(event.data.user.id);
    else actors.forgetAll();
  });
}

function parse(data: Uint8Array): z.infer<typeof changedUser> | undefined {
  try {
    return changedUser.safeParse(JSON.parse(Buffer.from(data).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
