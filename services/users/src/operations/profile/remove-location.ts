import { ServiceError, usersRemoveLocation } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';
import { placedUser } from '../../profile/calling-user.ts';
import { removing } from '../../profile/settings/list-settings.ts';
import { wholeNumber } from '../../profile/settings/setting.ts';
import { shownPlaces } from '../../profile/shown-places.ts';

/** Removes rows of the grid, or points by their `grid_meta_id`; missing ones count as removed. */
export const removeLocation = defineHandler(
  usersRemoveLocation,
  async (call, deps: Deps<'users' | 'names'>) => {
    const { grid_id: gridId, user_location: location } = call.input;
    if (!location && gridId === undefined) throw new ServiceError('missing_error', 'Missing fields');
    const userId = placedUser(call.actor, call.input.user_id);
    if (!location) return deps.users.changeById(call, userId, removing('locations', gridId));
    const placeIds = location.location_grid_meta.map(placeId);
    const user = await deps.users.change(call, {
      find: () => deps.users.byId(userId),
      change: (stored) => ({
        settings: { places: settingsOf(stored).places.filter(({ id }) => !placeIds.includes(id)) },
      }),
      answer: ({ _id, displayName, settings }) => ({ _id, displayName, ...(settings && { settings }) }),
    });
    const userLocation = await shownPlaces(call, user, deps.names);
    return { user_id: user._id, user_title: user.displayName, user_location: userLocation };
  },
);

function placeId(sent: unknown, index: number): number {
  const id = wholeNumber((sent as Record<string, unknown> | null)?.['grid_meta_id']);
  if (id !== undefined) return id;
  const key = `user_location.location_grid_meta.${index}`;
  throw invalidParam({ [key]: 'the place has no grid_meta_id' });
}
