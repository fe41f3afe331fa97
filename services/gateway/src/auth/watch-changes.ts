import type { Subscription } from 'nats';
import { z } from 'zod';
import { parseJson, watchEvents, type ServiceContext } from '@svc/service-kit';
import { keyOfUser, type AuthDeps } from './authenticate.ts';

/** The part of an event that is read here. */
const changedUser = z.object({ data: z.object({ user: z.object({ id: z.int() }) }) });

/**
 * Drops a user's cached actors when an event reports a change, those of all API keys when any user changes, and those of all
 * bearers when a site link changes: keys and links are few, and their actors are soon found again. Plain subscriptions suffice: after an event that was missed while the bus was away, cached
 * entries expire by themselves.
 */
export function watchChanges(
  context: ServiceContext,
  { users, apiKeys, siteLinks }: AuthDeps,
): Subscription[] {
  return [
    watchEvents(context, 'svc.events.user.>', (body) => {
      const event = changedUser.safeParse(parseJson(Buffer.from(body).toString('utf8'))).data;
      // An event that does not name the user is about any of them.
      users.forget(event && keyOfUser(event.data.user.id));
      apiKeys.forget();
    }),
    watchEvents(context, 'svc.events.site_link.>', () => siteLinks.forget()),
  ];
}
