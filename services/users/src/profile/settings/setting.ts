import { type Message, msg, type UserSetting } from '@svc/contracts';
import { type Call, invalidParam } from '@svc/service-kit';
import type { UserChange } from '../../model/change-user.ts';
import type { User } from '../../model/user.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { RecordNames } from '../record-names.ts';

/** The context of reading a setting: the caller, and the values to choose from. */
export interface SettingContext extends Pick<Call, 'actor' | 'deadline'> {
  readonly roles: RoleCatalogue;
  readonly names: Pick<RecordNames, 'places' | 'optionsOf' | 'peopleGroups'>;
}

/** The change that a setting makes to a user, and the answer afterwards. */
export interface Effect {
  /** @throws ServiceError when the stored user does not permit the change. */
  change(user: User): UserChange;
  answer(user: User, before: User): unknown;
}

type Reading = Effect | { readonly problem: Message };

/** One key of a request to change a user's settings (docs/guides/users.md#ones-own-settings). */
export interface Setting {
  readonly key: UserSetting;
  /** @throws ServiceError for refusals with an error code of the setting's own. */
  read(value: unknown, context: SettingContext): Promise<Reading> | Reading;
}

export function changing(change: Effect['change']): Effect {
  return { change, answer: () => true };
}

/** A setting whose value is an id; the problem is what any other value has. */
export function idSetting(
  key: UserSetting,
  problem: Message,
  read: (id: number, context: SettingContext) => ReturnType<Setting['read']>,
): Setting {
  return {
    key,
    read(value, context) {
      const id = wholeNumber(value);
      return id === undefined ? { problem } : read(id, context);
    },
  };
}

/** Reads an id, sent as a number or as digits; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

const maxEntries = 100;

/**
 * Appends an entry to a list; an entry already in it is not added again.
 * @throws ServiceError `rest_invalid_param` naming the setting when the list is full.
 */
export function withEntry<Entry>(list: readonly Entry[], entry: Entry, key: string): readonly Entry[] {
  if (list.includes(entry)) return list;
  if (list.length < maxEntries) return [...list, entry];
  throw invalidParam({ [key]: msg`the maximum of ${maxEntries} is reached; remove one first` });
}
