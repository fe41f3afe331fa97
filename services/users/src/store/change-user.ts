import { isDeepStrictEqual } from 'node:util';
import { foldText } from './fold-text.ts';
import type { User } from './user.ts';

/** The parts of a user that change, each with its name in events. */
const changeableParts = {
  displayName: 'display_name',
  roles: 'roles',
  passwordHash: 'password',
  locale: 'locale',
  gender: 'gender',
  description: 'description',
  disabled: 'disabled',
  contactId: 'corresponds_to_contact',
} as const satisfies Partial<Record<keyof User, string>>;

type ChangeablePart = keyof typeof changeableParts;

/** New values of some parts of a user. */
export type UserChange = Partial<Pick<User, ChangeablePart | 'tokenVersion'>>;

/** A user after a change, and what to call that change; undefined when nothing is different. */
export function changeUser(user: User, change: UserChange): { next: User; changed: string[] } | undefined {
  const parts = (Object.keys(changeableParts) as ChangeablePart[]).filter(
    (part) => part in change && !isDeepStrictEqual(change[part], user[part]),
  );
  if (parts.length === 0) return undefined;
  const next = { ...user, ...change, version: user.version + 1 };
  return {
    next: { ...next, displayNameKey: foldText(next.displayName) },
    changed: parts.map((part) => changeableParts[part]),
  };
}
