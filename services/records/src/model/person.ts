import type { OutputOf, usersResolve } from '@svc/contracts';

/** Names and avatars for read shapes; unknown users have none. */
export type UserNames = Pick<ReadonlyMap<number, Person>, 'get'>;

/** How a user is shown. */
export interface Person {
  readonly displayName: string;
  readonly avatar: string;
}

/** The users that a write names, as the users service resolves them. */
export type ResolvedUsers = OutputOf<typeof usersResolve>['users'];
