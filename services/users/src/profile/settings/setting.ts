import type { Message } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { UserChange } from '../../model/change-user.ts';
import type { User } from '../../model/user.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { RecordNames } from '../record-names.ts';

/** The context of reading a setting: the caller, and the values to choose from. */
export interface SettingContext extends Pick<Call, 'actor' | 'deadline'> {
  readonly roles: RoleCatalogue;
  readonly names: Pick<RecordNames, 'places' | 'languages' | 'peopleGroups'>;
}

/** The change that a setting makes to a user, and the answer afterwards. */
export interface Effect {
  /** @throws ServiceError when the stored user does not permit the change. */
  change(user: User): UserChange;
  answer(user: User, before: User): unknown;
}

/** The reason why a value is not valid for a setting. */
export interface Problem {
  readonly problem: Message;
}

/** One key of a request to change a user's settings (docs/users.md#ones-own-settings). */
export interface Setting {
  readonly key: string;
  /** @throws ServiceError for refusals with an error code of the setting's own. */
  read(value: unknown, context: SettingContext): Promise<Effect | Problem> | Effect | Problem;
}

export function changing(change: Effect['change']): Effect {
  return { change, answer: () => true };
}
