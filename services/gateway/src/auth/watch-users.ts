import type { NatsConnection, Subscription } from 'nats';
import { z } from 'zod';
import type { ActorCache } from './actor-cache.ts';

/** All an event has to say here; the rest of it is of no interest. */
const changedUser = z.object({ data: z.object({ user: z.object({ id: z.int() }) }) });

/**
 * Drops what is known of a user when an event says that it has changed. A plain subscription: an event that is missed,
 * because the bus was away, costs no more than the lifetime of what is known.
 */
export function watchUsers(bus: NatsConnection, actors: ActorCache<never>): Subscription {
  return bus.subscribe('svc.events.user.>', {
    callback: (error, message) => {
      const event = error ? undefined : parse(message.data);
      if (event) actors.forget(event.data.user.id);
      else actors.forgetAll();
    },
  });
}

function parse(data: Uint8Array): z.infer<typeof changedUser> | undefined {
  try {
    return changedUser.safeParse(JSON.parse(Buffer.from(data).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
