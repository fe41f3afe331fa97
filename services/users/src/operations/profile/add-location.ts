import {
  type InputOf,
  mayReadLocations,
  type OutputOf,
  msg,
  ServiceError,
  usersAddLocation,
} from '@svc/contracts';
import { type Call, defineHandler, invalidParam } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { settingsOf, type UserSettings } from '../../model/user-settings.ts';
import { placedUser } from '../../profile/calling-user.ts';
import { type NewPlace, readPlaces } from '../../profile/read-places.ts';
import { adding } from '../../profile/settings/list-settings.ts';
import { withEntry } from '../../profile/settings/setting.ts';
import { shownPlaces } from '../../profile/shown-places.ts';

type AddCall = Call<InputOf<typeof usersAddLocation>>;

/** Adds rows of the location grid, or points on the map, to the places of a user. */
export const addLocation = defineHandler(
  usersAddLocation,
  async (call: AddCall, deps: Deps<'users' | 'names'>) => {
    const { grid_id: gridId, user_location: location } = call.input;
    if (!mayReadLocations(call.actor))
      throw new ServiceError('no_permissions', 'No permissions to read locations');
    if (location) return addPlaces(call, deps, location.location_grid_meta);
    if (gridId === undefined) throw new ServiceError('missing_error', 'Missing fields');
    const userId = placedUser(call.actor, call.input.user_id);
    const { byId } = await deps.names.places(call, { grid_ids: [gridId], points: [] });
    if (!byId.has(gridId)) throw invalidParam({ grid_id: msg`${gridId} is not a row of the location grid` });
    return deps.users.changeById(call, userId, adding('locations', gridId, 'grid_id'));
  },
);

async function addPlaces(
  call: AddCall,
  deps: Deps<'users' | 'names'>,
  sent: readonly unknown[],
): Promise<OutputOf<typeof usersAddLocation>> {
  const userId = placedUser(call.actor, call.input.user_id);
  const places = await readPlaces(call, sent, deps.names);
  const user = await deps.users.change(call, {
    find: () => deps.users.byId(userId),
    change: (stored) => ({ settings: withPlaces(settingsOf(stored), places) }),
    answer: ({ _id, displayName, settings }) => ({ _id, displayName, ...(settings && { settings }) }),
  });
  const userLocation = await shownPlaces(call, user, deps.names);
  return { user_id: user._id, user_title: user.displayName, user_location: userLocation };
}

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
