import type { ListedSession } from '@svc/contracts';
import type { User } from '../model/user.ts';

/** A login, with all tokens that followed from it: a family of refresh tokens, of which one is valid at a time. */
export interface Session {
  /** The claim `sid` of its access tokens. */
  readonly _id: string;
  readonly userId: number;
  /** The user's token version at the last login or refresh. */
  readonly tokenVersion: number;
  /** The `User-Agent` of the login. */
  readonly device: string;
  /** The network address of the last login or refresh. */
  readonly address: string;
  /** The valid refresh token; null for a session without any. */
  readonly refresh: ValidRefresh | null;
  /** The second factor that the login, or a later request, has proved; absent for a password alone. */
  readonly factor?: Factor;
  /** Set for a session that only sets up a second factor. */
  readonly isForSetup?: true;
  /** Why the session has ended; null while it has not. */
  readonly endedBy: 'user' | 'reuse' | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** When the session ends by itself, and MongoDB deletes it. */
  readonly expiresAt: Date;
}

/** A proof of a second factor: a code of an app, a recovery code, a passkey, or a login with the identity provider, which asks for its own. */
export type Factor = 'totp' | 'recovery' | 'passkey' | 'provider';

/** The number of the valid refresh token, and since when it is valid. */
export interface ValidRefresh {
  readonly number: number;
  readonly since: Date;
}

/** Whether tokens of a session are accepted: it has not ended, and its user has no new password since. */
export function isCurrentSession(session: Session, user: User, now: Date): boolean {
  const { _id, userId, tokenVersion, endedBy, expiresAt } = session;
  const isOfPassword = tokenVersion === user.tokenVersion || _id === user.keptSessionId;
  return userId === user._id && endedBy === null && expiresAt > now && isOfPassword;
}

/** A session as its user sees it. */
export function listedSession(session: Session, currentId: string | undefined): ListedSession {
  const { _id: id, device, address, createdAt, lastUsedAt } = session;
  return {
    id,
    device,
    address,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    current: id === currentId,
  };
}
