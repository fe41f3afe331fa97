import type { QueryFilter } from 'mongoose';
import { foldText } from '../model/names.ts';
import type { User } from '../model/user.ts';

/** All keys in which users are searched. */
export const everyName = ['displayNameKey', 'usernameKey', 'nicenameKey', 'emailKey'] as const;

type SearchedKey = (typeof everyName)[number];

/**
 * The filter for users with a text in one of these keys; an empty text matches all. It is not a regular expression,
 * because a client's text may be longer than MongoDB permits for one, or contain what none can.
 */
export function containing(keys: readonly SearchedKey[], text: string): QueryFilter<User> {
  const folded = foldText(text);
  if (folded === '') return {};
  const place = (key: SearchedKey) => ({ $indexOfCP: [`$${key}`, { $literal: folded }] });
  return { $or: keys.map((key) => ({ $expr: { $gte: [place(key), 0] } })) };
}
