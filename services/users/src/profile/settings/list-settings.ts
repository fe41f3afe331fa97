import { type Actor, can, mayReadLocations, msg } from '@svc/contracts';
import type { UserChange } from '../../model/change-user.ts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { changing, type Effect, idSetting, type Setting, withEntry } from './setting.ts';

/** A list of ids or keys in a user's settings. */
type List = 'locations' | 'languages' | 'peopleGroups';

type Entry = string | number;

/** Adding and removing rows of the location grid in which a user is. */
export const placeSettings: readonly Setting[] = [
  idSetting('add_location', 'add_location is not of type integer', async (id, { actor, deadline, names }) => {
    const wanted = { grid_ids: mayReadLocations(actor) ? [id] : [], points: [] };
    const { byId } = await names.places({ deadline }, wanted);
    if (!byId.has(id)) return { problem: msg`the location grid has no row with the id ${id}` };
    return changing(adding('locations', id, 'add_location'));
  }),
  idSetting('remove_location', 'remove_location is not of type integer', (id) =>
    changing(removing('locations', id)),
  ),
];

/** Adding and removing languages and people groups of a user; all return the list afterwards. */
export const listSettings: readonly Setting[] = [
  {
    key: 'add_languages',
    async read(value, { deadline, names }) {
      if (typeof value !== 'string') return { problem: 'add_languages is not of type string' };
      const known = await names.optionsOf({ deadline }, 'languages');
      if (!Object.hasOwn(known, value))
        return { problem: msg`add_languages must be one of ${Object.keys(known).join(', ')}` };
      return { change: adding('languages', value, 'add_languages'), answer: listOf('languages') };
    },
  },
  {
    key: 'remove_languages',
    read(value) {
      if (typeof value !== 'string') return { problem: 'remove_languages is not of type string' };
      return { change: removing('languages', value), answer: listOf('languages') };
    },
  },
  idSetting(
    'add_people_groups',
    'add_people_groups is not of type integer',
    async (id, { actor, deadline, names }) => {
      const isThere = mayChoosePeopleGroups(actor) && (await names.peopleGroups({ deadline }, [id])).has(id);
      if (!isThere) return { problem: msg`no people group has the id ${id}` };
      return { change: adding('peopleGroups', id, 'add_people_groups'), answer: listOf('peopleGroups') };
    },
  ),
  idSetting('remove_people_groups', 'remove_people_groups is not of type integer', (id) => ({
    change: removing('peopleGroups', id),
    answer: listOf('peopleGroups'),
  })),
];

/** Whether a caller may see people groups: choosing one reveals its name. */
function mayChoosePeopleGroups(actor: Actor): boolean {
  return can(actor, 'list_all_peoplegroups') || can(actor, 'access_peoplegroups');
}

function listOf(list: List): (user: User) => readonly Entry[] {
  return (user) => settingsOf(user)[list];
}

/** The change that adds an entry to a list, if it has room, for the input with this name. */
export function adding(list: List, entry: Entry, key: string): Effect['change'] {
  return (user) => withList(list, withEntry(listOf(list)(user), entry, key));
}

/** The change that removes an entry from a list, if it is there. */
export function removing(list: List, entry: Entry | undefined): Effect['change'] {
  return (user) =>
    withList(
      list,
      listOf(list)(user).filter((each) => each !== entry),
    );
}

function withList(list: List, entries: readonly Entry[]): UserChange {
  return { settings: { [list]: entries } };
}
