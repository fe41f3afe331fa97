import { mongo } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import type { UserStore } from './user-store.ts';

const duplicateKey = 11_000;

/** @throws ServiceError `username_exists` or `email_exists` when that is what a write failed of, else the error itself. */
export async function explainDuplicate(
  error: unknown,
  users: UserStore,
  { username, email }: { username: string; email: string },
): Promise<never> {
  if (!isDuplicate(error)) throw error;
  if (await users.byLogin(username))
    throw new ServiceError('username_exists', `The user name ${username} is taken.`);
  if (await users.byLogin(email))
    throw new ServiceError('email_exists', 'Email already exists and is a user on this site');
  throw error;
}

function isDuplicate(error: unknown): boolean {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return false;
  return [...error.writeErrors.values()].some(({ code }) => code === duplicateKey);
}
