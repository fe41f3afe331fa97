import { mayReadLocations, msg, ServiceError, usersAddLocation } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import type { UserSettings } from '../../model/user-settings.ts';
import { chosenUser } from '../../profile/calling-user.ts';
import { type NewPlace, readPlaces } from '../../profile/read-places.ts';
import { adding } from '../../profile/settings/list-settings.ts';
import { withEntry } from '../../profile/settings/setting.ts';
import { changePlaces } from '../../profile/shown-places.ts';

/** Adds rows of the location grid, or points on the map, to the places of a user. */
export const addLocation = defineHandler(usersAddLocation, async (call, deps: Deps<'users' | 'names'>) => {
  const { grid_id: gridId, user_location: location } = call.input;
  if (!mayReadLocations(call.actor))
    throw new ServiceError('no_permissions', 'No permissions to read locations');
  if (location) {
    const userId = chosenUser(call.actor, call.input.user_id);
    const places = await readPlaces(call, location.location_grid_meta, deps.names);
    return changePlaces(call, deps, userId, (settings) => withPlaces(settings, places));
  }
  if (gridId === undefined) throw new ServiceError('missing_error', 'Missing fields');
  const userId = chosenUser(call.actor, call.input.user_id);
  const { byId } = await deps.names.places(call, { grid_ids: [gridId], points: [] });
  if (!byId.has(gridId))
    throw invalidParam({ grid_id: msg`the location grid has no row with the id ${gridId}` });
  return deps.users.changeById(call, userId, adding('locations', gridId, 'grid_id'));
});

/** Skips points that the user already has. */
function withPlaces(settings: UserSettings, added: readonly NewPlace[]): Partial<UserSettings> {
  return added.reduce<Pick<UserSettings, 'places' | 'lastId'>>(
    ({ places, lastId }, place) => {
      if (places.some(({ lng, lat }) => lng === place.lng && lat === place.lat)) return { places, lastId };
      const id = lastId + 1;
      return { places: withEntry(places, { id, ...place }, 'user_location'), lastId: id };
    },
    { places: settings.places, lastId: settings.lastId },
  );
}
