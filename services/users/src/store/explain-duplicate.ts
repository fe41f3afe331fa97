import { msg, ServiceError } from '@svc/contracts';
import { invalidParam, isDuplicateKey } from '@svc/service-kit';
import { foldText } from '../model/fold-text.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from './user-store.ts';

/**
 * @throws ServiceError `username_exists`, `email_exists` or, for a contact that is another user, `rest_invalid_param` when
 * that is what a write failed of, else the error itself.
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
