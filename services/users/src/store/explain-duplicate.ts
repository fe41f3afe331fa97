import { msg, ServiceError } from '@svc/contracts';
import { invalidParam, isDuplicateKey } from '@svc/service-kit';
import { foldText } from '../model/fold-text.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from './user-store.ts';

/**
 * Translates a duplicate-key error of a write.
 * @throws ServiceError `username_exists`, `email_exists`, or `rest_invalid_param` when the contact already represents a
 * user; other errors unchanged.
 */
export async function explainDuplicate(
  error: unknown,
  users: UserStore,
  { username, email, contactId }: Pick<User, 'username' | 'email' | 'contactId'>,
): Promise<never> {
  if (!isDuplicateKey(error)) throw error;
  if (foldText(username) !== foldText(email) && (await users.byLogin(username)))
    throw new ServiceError('username_exists', msg`The user name ${username} is taken.`);
  if (await users.byLogin(email))
    throw new ServiceError('email_exists', 'Email already exists and is a user on this site');
  if (contactId !== null && (await users.byContact(contactId)))
    throw invalidParam({ corresponds_to_contact: 'this contact is a user already' });
  throw error;
}
