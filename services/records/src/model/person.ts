import type { OutputOf, usersResolve } from '@svc/contracts';

/** Names and avatars for read shapes. */
export interface UserNames {
  /** Undefined for a user nobody knows. */
  get(userId: number): Person | undefined;
}

/** How a user is shown. */
export interface Person {
  readonly displayName: string;
  readonly avatar: string;
}

/** Users that writes have named, as users knows them. */
export type ResolvedUsers = OutputOf<typeof usersResolve>['users'];
