import { usersNamedPlaces } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { settingsOf } from '../../model/user-settings.ts';
import type { DirectoryDeps } from '../operation-deps.ts';

export const namedPlaces = defineHandler(usersNamedPlaces, async (_call, deps: DirectoryDeps) => {
  const located = ['settings.locations.0', 'settings.places.0'];
  const users = await deps.users.matching({ $or: located.map((path) => ({ [path]: { $exists: true } })) });
  const gridIds = users.flatMap((user) => {
    const { locations, places } = settingsOf(user);
    return [...locations, ...places.map(({ gridId }) => gridId)];
  });
  return { grid_ids: [...new Set(gridIds)] };
});
