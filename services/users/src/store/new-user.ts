import { foldText } from './fold-text.ts';
import type { User } from './user.ts';

/** What has to be said of a user that is made. */
export type UserDraft = Pick<
  User,
  'username' | 'email' | 'displayName' | 'roles' | 'passwordHash' | 'locale'
>;

/** The first version of a user's document. */
export function newUser(id: number, draft: UserDraft): User {
  const usernameKey = foldText(draft.username);
  const emailKey = foldText(draft.email);
  return {
    _id: id,
    ...draft,
    usernameKey,
    emailKey,
    loginKeys: [...new Set([usernameKey, emailKey])],
    displayNameKey: foldText(draft.displayName),
    gender: '',
    description: '',
    disabled: false,
    tokenVersion: 0,
    contactId: null,
    version: 1,
    createdAt: new Date(),
  };
}
