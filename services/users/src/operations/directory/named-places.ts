import { usersNamedPlaces } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';

export const namedPlaces = defineHandler(usersNamedPlaces, async (_call, deps: Deps<'users'>) => {
  const located = ['settings.locations.0', 'settings.places.0'];
  const users = await deps.users.matching({ $or: located.map((path) => ({ [path]: { $exists: true } })) });
  const gridIds = users.flatMap((user) => {
    const { locations, places } = settingsOf(user);
    return [...locations, ...places.map(({ gridId }) => gridId)];
  });
  return { grid_ids: [...new Set(gridIds)] };
});
