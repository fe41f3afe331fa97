import { randomBytes } from 'node:crypto';
import { ServiceError, systemActor } from '@svc/contracts';
import { Deadline, type Logger } from '@svc/service-kit';
import type { UsersConfig } from '../config.ts';
import { checkNewUser } from '../model/check-new-user.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { createUser, type CreateUserDeps } from './create-user.ts';

/** Milliseconds: generous, because no request waits. */
const timeoutMs = 60_000;

const keys = { username: 'ADMIN_USERNAME', email: 'ADMIN_EMAIL', display_name: 'ADMIN_USERNAME' };

/**
 * Creates the administrator named in the settings as long as there is no user: nobody else could create one in a new
 * installation. A generated password is shown once, in the log of the instance that created the user.
 */
export async function makeFirstAdministrator(
  deps: CreateUserDeps & { readonly passwords: Passwords },
  config: UsersConfig,
  log: Logger,
): Promise<void> {
  const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: given } = config;
  if (!username || (await deps.users.hasAny())) return;
  const isAddress = username.includes('@');
  const wanted = { username, email: email ?? (isAddress ? username : ''), display_name: username };
  const names = checkNewUser(wanted, keys);
  const deadline = Deadline.after(timeoutMs);
  const password = given ?? randomBytes(12).toString('base64url');
  const draft = {
    ...names,
    locale: '',
    roles: ['administrator'],
    passwordHash: await deps.passwords.hash(password, { caller: 'start', deadline }),
  };
  const call = { actor: systemActor('users'), deadline, claim: undefined, log };
  const creation = { draft, answer: () => true, waitsAtMost: 0 };
  const isMade = await createUser(call, deps, creation).catch(unlessTaken);
  if (!isMade) return;
  // Within the text, since the logger hides fields with passwords.
  const shown = given === undefined ? `; its password is ${password} and is not shown again` : '';
  log.warn({ username }, `created the first administrator${shown}`);
}

const taken: readonly unknown[] = ['username_exists', 'email_exists'];

/** False when another instance that started at the same time has already created the administrator. */
function unlessTaken(error: unknown): false {
  if (error instanceof ServiceError && taken.includes(error.code)) return false;
  throw error;
}
