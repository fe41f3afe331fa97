import { mayReadLocations, msg } from '@svc/contracts';
import { settingsOf } from '../../model/user-settings.ts';
import { changing, type Setting, wholeNumber, withEntry } from './setting.ts';

/** Adding and removing rows of the location grid in which a user is. */
export const placeSettings: readonly Setting[] = [
  {
    key: 'add_location',
    async read(value, { actor, deadline, names }) {
      const id = wholeNumber(value);
      if (id === undefined) return { problem: 'add_location is not of type integer' };
      const wanted = { grid_ids: mayReadLocations(actor) ? [id] : [], points: [] };
      const { byId } = await names.places({ deadline }, wanted);
      if (!byId.has(id)) return { problem: msg`${id} is not a row of the location grid` };
      return changing((user) => ({
        settings: { locations: withEntry(settingsOf(user).locations, id, 'add_location') },
      }));
    },
  },
  {
    key: 'remove_location',
    read(value) {
      const id = wholeNumber(value);
      if (id === undefined) return { problem: 'remove_location is not of type integer' };
      return changing((user) => ({
        settings: { locations: settingsOf(user).locations.filter((location) => location !== id) },
      }));
    },
  },
];
