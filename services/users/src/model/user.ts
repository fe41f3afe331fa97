import type { EventDraft } from '@svc/service-kit/store';
import { foldText, nicename } from './names.ts';
import type { UserSettings } from './user-settings.ts';

export interface User {
  readonly _id: number;
  readonly username: string;
  readonly usernameKey: string;
  /** The user name in its form for addresses (`nicename`). */
  readonly nicenameKey: string;
  readonly email: string;
  readonly emailKey: string;
  /** Folded user name and e-mail address, with which the user logs in; unique across all users. */
  readonly loginKeys: readonly string[];
  readonly displayName: string;
  readonly displayNameKey: string;
  /** Keys of roles; their capabilities are looked up with each use. */
  readonly roles: readonly string[];
  /** PHC string. */
  readonly passwordHash: string;
  /** Such as `fr_FR`; empty for the default. */
  readonly locale: string;
  readonly gender: string;
  readonly description: string;
  /** The key of the picture that the user uploaded; without one, the avatar has the initials. */
  readonly avatarKey?: string | null;
  /** Absent until the first change, and perhaps without newer settings: read it with `settingsOf`. */
  readonly settings?: Partial<UserSettings>;
  readonly disabled: boolean;
  /** A service account: nobody logs in as this user, who is for API keys alone. */
  readonly isServiceAccount?: true;
  /** Part of every JWT; JWTs with another version are not accepted. */
  readonly tokenVersion: number;
  /** The id of the one JWT of an older version that stays valid: the user changed the password with it. */
  readonly keptTokenId?: string;
  /** The session of that JWT, which goes on. */
  readonly keptSessionId?: string;
  /** The contact that represents the user; null until the records service has created it. */
  readonly contactId: number | null;
  readonly version: number;
  readonly createdAt: Date;
}

export type UserDraft = Pick<
  User,
  'username' | 'email' | 'displayName' | 'roles' | 'passwordHash' | 'locale'
> &
  Partial<Pick<User, 'settings' | 'contactId' | 'gender' | 'description' | 'isServiceAccount'>>;

export function newUser(id: number, draft: UserDraft): User {
  const usernameKey = foldText(draft.username);
  const emailKey = foldText(draft.email);
  return {
    _id: id,
    gender: '',
    description: '',
    contactId: null,
    ...draft,
    usernameKey,
    nicenameKey: foldText(nicename(draft.username)),
    emailKey,
    loginKeys: [...new Set([usernameKey, emailKey])],
    displayNameKey: foldText(draft.displayName),
    disabled: false,
    tokenVersion: 0,
    version: 1,
    createdAt: new Date(),
  };
}

/** The event of a change to a user, with the user's current state and the names of what changed, but no values. */
export function userEvent(verb: 'created' | 'updated', user: User, changed: readonly string[]): EventDraft {
  const data = {
    user: {
      id: user._id,
      version: user.version,
      display_name: user.displayName,
      roles: user.roles,
      disabled: user.disabled,
    },
    changed,
  };
  return { entity: 'user', verb, subject: `users/${user._id}`, data, withoutValues: () => data };
}
