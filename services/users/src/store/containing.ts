import type { QueryFilter } from 'mongoose';
import { foldText } from './fold-text.ts';
import type { User } from './user.ts';

type SearchedKey = 'displayNameKey' | 'usernameKey' | 'emailKey';

/** The filter for users with a text somewhere in one of these; an empty text matches all. */
export function containing(keys: readonly SearchedKey[], text: string): QueryFilter<User> {
  const folded = foldText(text);
  if (folded === '') return {};
  const literally = folded.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return { $or: keys.map((key) => ({ [key]: { $regex: literally } })) };
}
