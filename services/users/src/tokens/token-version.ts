import type { UserChange } from '../model/change-user.ts';
import type { User } from '../model/user.ts';

/** The change that invalidates all tokens of a user, except the one with this id. */
export function withoutTokens({ tokenVersion }: User, exceptId = ''): UserChange {
  return { tokenVersion: tokenVersion + 1, keptTokenId: exceptId };
}

/** Whether a user's token is still valid. Tokens without a version are not checked for it. */
export function isCurrentToken(user: User, version: number | undefined, id: string | undefined): boolean {
  return version === undefined || version === user.tokenVersion || (Boolean(id) && id === user.keptTokenId);
}
