import { ServiceError, usersRemoveLocation } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { chosenUser } from '../../profile/calling-user.ts';
import { removing } from '../../profile/settings/list-settings.ts';
import { wholeNumber } from '../../profile/settings/setting.ts';
import { changePlaces } from '../../profile/shown-places.ts';

/** Removes rows of the grid, or points by their `grid_meta_id`; missing ones count as removed. */
export const removeLocation = defineHandler(
  usersRemoveLocation,
  async (call, deps: Deps<'users' | 'names'>) => {
    const { grid_id: gridId, user_location: location } = call.input;
    if (!location && gridId === undefined) throw new ServiceError('missing_error', 'Missing fields');
    const userId = chosenUser(call.actor, call.input.user_id);
    if (!location) return deps.users.changeById(call, userId, removing('locations', gridId));
    const placeIds = location.location_grid_meta.map(placeId);
    return changePlaces(call, deps, userId, ({ places }) => ({
      places: places.filter(({ id }) => !placeIds.includes(id)),
    }));
  },
);

function placeId(sent: unknown, index: number): number {
  const id = wholeNumber((sent as Record<string, unknown> | null)?.['grid_meta_id']);
  if (id !== undefined) return id;
  const key = `user_location.location_grid_meta.${index}`;
  throw invalidParam({ [key]: 'the place must have a grid_meta_id' });
}
