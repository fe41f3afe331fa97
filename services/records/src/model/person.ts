import type { OutputOf, usersResolve } from '@svc/contracts';

/** Names and avatars for read shapes. */
export interface UserNames {
  /** Undefined for an unknown user. */
  get(userId: number): Person | undefined;
}

/** How a user is shown. */
export interface Person {
  readonly displayName: string;
  readonly avatar: string;
}

/** The users that a write names, as the users service resolves them. */
export type ResolvedUsers = OutputOf<typeof usersResolve>['users'];
