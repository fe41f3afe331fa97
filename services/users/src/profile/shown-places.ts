import type { OutputOf, usersCurrentLocations } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { CommitCall } from '@svc/service-kit/store';
import { settingsOf, type StoredPlace, type UserSettings } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from '../store/user-store.ts';
import type { RecordNames } from './record-names.ts';

/** The places of a user in the form of answers; `[]` for none. A point on the map is listed with its row of the grid too. */
export async function shownPlaces(
  call: Pick<Call, 'deadline'>,
  user: Pick<User, '_id' | 'settings'>,
  names: RecordNames,
): Promise<OutputOf<typeof usersCurrentLocations>> {
  const { locations, places } = settingsOf(user);
  const gridIds = [...new Set([...locations, ...places.map(({ gridId }) => gridId)])];
  if (gridIds.length === 0) return [];
  const { byId } = await names.places(call, { grid_ids: gridIds, points: [] });
  return {
    location_grid: gridIds.map((id) => ({ id, label: byId.get(id)?.name ?? String(id) })),
    location_grid_meta: places.map((place) => shownPlace(place, user._id)),
  };
}

/** Changes the places of a user, and returns the user with those afterwards. */
export async function changePlaces(
  call: CommitCall,
  { users, names }: { readonly users: UserStore; readonly names: RecordNames },
  userId: number,
  change: (before: UserSettings) => Partial<UserSettings>,
) {
  const user = await users.change(call, {
    find: () => users.byId(userId),
    change: (stored) => ({ settings: change(settingsOf(stored)) }),
    answer: ({ _id, displayName, settings }) => ({ _id, displayName, ...(settings && { settings }) }),
  });
  const userLocation = await shownPlaces(call, user, names);
  return { user_id: user._id, user_title: user.displayName, user_location: userLocation };
}

/** All values are texts, as in records. */
function shownPlace(place: StoredPlace, userId: number): Record<string, string> {
  const id = String(place.id);
  return {
    grid_meta_id: id,
    post_id: String(userId),
    post_type: 'users',
    postmeta_id_location_grid: id,
    grid_id: String(place.gridId),
    lng: String(place.lng),
    lat: String(place.lat),
    level: place.level,
    source: place.source,
    label: place.label,
  };
}
