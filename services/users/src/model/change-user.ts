import { isDeepStrictEqual } from 'node:util';
import { foldText } from './names.ts';
import { settingsOf, type UserSettings } from './user-settings.ts';
import type { User } from './user.ts';

/** Parts of a user that can change, with their names in events. */
const changeableParts = {
  displayName: 'display_name',
  roles: 'roles',
  passwordHash: 'password',
  locale: 'locale',
  gender: 'gender',
  description: 'description',
  avatarKey: 'avatar',
  disabled: 'disabled',
  contactId: 'corresponds_to_contact',
} as const satisfies Partial<Record<keyof User, string>>;

/** The same for settings; those without a name are not in events. */
const changeableSettings = {
  userStatus: 'user_status',
  workload: 'workload_status',
  locations: 'locations',
  places: 'locations',
  unavailability: 'unavailability',
  languages: 'languages',
  peopleGroups: 'people_groups',
  allowedSources: 'allowed_sources',
  emailPreference: 'notifications',
  followAll: 'notifications',
  notifications: 'notifications',
  pushDevices: 'notifications',
  apps: 'apps',
  productTour: 'profile',
  details: 'profile',
  lastId: undefined,
} as const satisfies Record<keyof UserSettings, string | undefined>;

type ChangeablePart = keyof typeof changeableParts;

export type UserChange = Partial<
  Pick<User, ChangeablePart | 'tokenVersion' | 'keptTokenId' | 'keptSessionId' | 'settings'>
>;

/** The user after a change, and the names of the changed parts for its event; undefined when nothing differs. */
export function changeUser(user: User, change: UserChange): { next: User; changed: string[] } | undefined {
  const parts = keysOf(changeableParts).filter(
    (part) => part in change && !isDeepStrictEqual(change[part], user[part]),
  );
  const before = settingsOf(user);
  const settings = { ...before, ...change.settings };
  const differing = keysOf(changeableSettings).filter(
    (key) => !isDeepStrictEqual(settings[key], before[key]),
  );
  if (parts.length + differing.length === 0) return undefined;
  const { settings: _given, ...rest } = change;
  const next = { ...user, ...rest, ...(differing.length > 0 && { settings }), version: user.version + 1 };
  const names = [
    ...parts.map((part) => changeableParts[part]),
    ...differing.map((key) => changeableSettings[key]),
  ];
  return {
    next: { ...next, displayNameKey: foldText(next.displayName) },
    changed: [...new Set(names.filter((name) => name !== undefined))],
  };
}

function keysOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[];
}
