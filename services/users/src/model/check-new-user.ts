import { counted, msg, type Message } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { foldText, hasControlCharacters } from './names.ts';

export interface NewUserNames {
  readonly username: string;
  readonly email: string;
  readonly display_name: string;
}

/** The default names of these inputs in error messages. */
const ownKeys: NewUserNames = { username: 'username', email: 'email', display_name: 'display_name' };

const maxLengths = { username: 60, email: 254, display_name: 250 };

/** Trims and validates the names of a new user. @throws ServiceError `rest_invalid_param` with all problems. */
export function checkNewUser(given: NewUserNames, keys: NewUserNames = ownKeys) {
  const names = {
    username: given.username.trim(),
    email: given.email.trim(),
    display_name: given.display_name.trim(),
  };
  const problems = { ...emptyOrLong(names, keys), ...oddEmail(names, keys), ...foreignUsername(names, keys) };
  if (Object.keys(problems).length > 0) throw invalidParam(problems);
  return { username: names.username, email: names.email, displayName: names.display_name };
}

function emptyOrLong(names: NewUserNames, keys: NewUserNames): Record<string, Message> {
  const problems: Record<string, Message> = {};
  for (const part of ['username', 'email', 'display_name'] as const) {
    const key = keys[part];
    if (names[part] === '') problems[key] = msg`${key} must not be empty`;
    if (names[part].length > maxLengths[part])
      problems[key] = msg`${key} must have at most ${counted(maxLengths[part])} characters`;
    if (hasControlCharacters(names[part])) problems[key] = msg`${key} must not have control characters`;
  }
  return problems;
}

function oddEmail({ email }: NewUserNames, keys: NewUserNames): Record<string, Message> {
  const isOdd = email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email);
  return isOdd ? { [keys.email]: msg`${keys.email} must be an e-mail address` } : {};
}

/** A user name that is an e-mail address has to be the user's own; otherwise its owner could be mistaken for this user. */
function foreignUsername({ username, email }: NewUserNames, keys: NewUserNames): Record<string, Message> {
  const isForeign = username.includes('@') && foldText(username) !== foldText(email);
  return isForeign
    ? { [keys.username]: msg`${keys.username} must not be an e-mail address other than the user's own` }
    : {};
}
