import type { Message } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { UserChange } from '../../model/change-user.ts';
import type { User } from '../../model/user.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { RecordNames } from '../record-names.ts';

/** What a setting is read with: who changes it, and what there is to choose from. */
export interface SettingContext extends Pick<Call, 'actor' | 'deadline'> {
  readonly roles: RoleCatalogue;
  readonly names: Pick<RecordNames, 'places' | 'languages' | 'peopleGroups'>;
}

/** What a setting does to a user, and what is answered when it is done. */
export interface Effect {
  /** @throws ServiceError when only the stored user can refuse it. */
  change(user: User): UserChange;
  answer(user: User, before: User): unknown;
}

/** Why a value cannot be that of a setting. */
export interface Problem {
  readonly problem: Message;
}

/** One key of a request to change a user's settings (docs/users.md#ones-own-settings). */
export interface Setting {
  readonly key: string;
  /** @throws ServiceError where the setting has a code of its own for it. */
  read(value: unknown, context: SettingContext): Promise<Effect | Problem> | Effect | Problem;
}

/** An effect whose answer is `true`. */
export function changing(change: Effect['change']): Effect {
  return { change, answer: () => true };
}
