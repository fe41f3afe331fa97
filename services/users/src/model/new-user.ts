import { foldText } from './fold-text.ts';
import { nicename } from './nicename.ts';
import type { User } from './user.ts';

/** The data of a user to be created. */
export type UserDraft = Pick<
  User,
  'username' | 'email' | 'displayName' | 'roles' | 'passwordHash' | 'locale'
> &
  Partial<Pick<User, 'settings' | 'contactId' | 'gender' | 'description'>>;

/** The first version of a user's document. */
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
