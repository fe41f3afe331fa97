import { ServiceError, usersCurrentLocations } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { shownPlaces } from '../../profile/shown-places.ts';

export const currentLocations = defineHandler(
  usersCurrentLocations,
  async (call, deps: Deps<'users' | 'names'>) => {
    const user = call.actor.kind === 'user' ? await deps.users.byId(call.actor.userId) : null;
    if (!user) throw new ServiceError('get_my_info', 'Something went wrong. Are you a user?');
    return shownPlaces(call, user, deps.names);
  },
);
