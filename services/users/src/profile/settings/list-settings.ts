import { type Actor, can, msg } from '@svc/contracts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { type Setting, wholeNumber, withEntry } from './setting.ts';

const languagesOf = (user: User) => settingsOf(user).languages;
const peopleGroupsOf = (user: User) => settingsOf(user).peopleGroups;

/** Adding and removing languages and people groups of a user; all return the list afterwards. */
export const listSettings: readonly Setting[] = [
  {
    key: 'add_languages',
    async read(value, { deadline, names }) {
      if (typeof value !== 'string') return { problem: 'add_languages is not of type string' };
      const known = await names.languages({ deadline });
      if (!Object.hasOwn(known, value))
        return { problem: msg`add_languages is one of ${Object.keys(known).join(', ')}` };
      return {
        change: (user) => ({ settings: { languages: withEntry(languagesOf(user), value, 'add_languages') } }),
        answer: languagesOf,
      };
    },
  },
  {
    key: 'remove_languages',
    read(value) {
      if (typeof value !== 'string') return { problem: 'remove_languages is not of type string' };
      return {
        change: (user) => ({ settings: { languages: languagesOf(user).filter((key) => key !== value) } }),
        answer: languagesOf,
      };
    },
  },
  {
    key: 'add_people_groups',
    async read(value, { actor, deadline, names }) {
      const id = wholeNumber(value);
      if (id === undefined) return { problem: 'add_people_groups is not of type integer' };
      const isThere = mayChoosePeopleGroups(actor) && (await names.peopleGroups({ deadline }, [id])).has(id);
      if (!isThere) return { problem: msg`${id} is not a people group` };
      return {
        change: (user) => ({
          settings: { peopleGroups: withEntry(peopleGroupsOf(user), id, 'add_people_groups') },
        }),
        answer: peopleGroupsOf,
      };
    },
  },
  {
    key: 'remove_people_groups',
    read(value) {
      const id = wholeNumber(value);
      if (id === undefined) return { problem: 'remove_people_groups is not of type integer' };
      return {
        change: (user) => ({
          settings: { peopleGroups: peopleGroupsOf(user).filter((group) => group !== id) },
        }),
        answer: peopleGroupsOf,
      };
    },
  },
];

/** Whether a caller may see people groups: choosing one reveals its name. */
function mayChoosePeopleGroups(actor: Actor): boolean {
  return can(actor, 'list_all_peoplegroups') || can(actor, 'access_peoplegroups');
}
