import { invalidParam } from '@svc/service-kit';
import { foldText } from './fold-text.ts';
import { hasControlCharacters } from './has-control-characters.ts';

/** What a new user is called. */
export interface NewUserNames {
  readonly username: string;
  readonly email: string;
  readonly display_name: string;
}

const longest = { username: 60, email: 254, display_name: 250 };

/**
 * The names of a new user without blanks around them.
 * @throws ServiceError `rest_invalid_param` naming everything that can not be.
 */
export function checkNewUser(given: NewUserNames): NewUserNames {
  const names = {
    username: given.username.trim(),
    email: given.email.trim(),
    display_name: given.display_name.trim(),
  };
  const problems = { ...emptyOrLong(names), ...oddEmail(names), ...foreignUsername(names) };
  if (Object.keys(problems).length > 0) throw invalidParam(problems);
  return names;
}

function emptyOrLong(names: NewUserNames): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const key of ['username', 'email', 'display_name'] as const) {
    if (names[key] === '') problems[key] = `${key} is empty`;
    if (names[key].length > longest[key]) problems[key] = `${key} is longer than ${longest[key]} characters`;
    if (hasControlCharacters(names[key])) problems[key] = `${key} has control characters`;
  }
  return problems;
}

function oddEmail({ email }: NewUserNames): Record<string, string> {
  return email === '' || /^[^\s@]+@[^\s@]+$/.test(email) ? {} : { email: `email is not an e-mail address` };
}

/** A user name that is an address has to be the user's own, or its owner could be mistaken for this user. */
function foreignUsername({ username, email }: NewUserNames): Record<string, string> {
  const isForeign = username.includes('@') && foldText(username) !== foldText(email);
  return isForeign ? { username: 'username is an e-mail address, and not that of this user' } : {};
}
