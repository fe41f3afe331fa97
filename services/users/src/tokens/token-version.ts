import type { Actor } from '@svc/contracts';
import type { UserChange } from '../model/change-user.ts';
import type { User } from '../model/user.ts';

/** The change that invalidates all tokens and sessions of a user, except the token with this id, and its session. */
export function withoutTokens(
  { tokenVersion }: User,
  { tokenId = '', sessionId = '' }: Pick<Actor, 'tokenId' | 'sessionId'> = {},
): UserChange {
  return { tokenVersion: tokenVersion + 1, keptTokenId: tokenId, keptSessionId: sessionId };
}

/** Whether a user's token is still valid. Tokens without a version are not checked for it. */
export function isCurrentToken(user: User, version: number | undefined, id: string | undefined): boolean {
  return version === undefined || version === user.tokenVersion || (Boolean(id) && id === user.keptTokenId);
}
