import type { Actor } from '@svc/contracts';

/** A user as a test's caller, with the given capabilities. */
export function userActor(userId: number, displayName: string, capabilities: readonly string[] = []): Actor {
  return {
    kind: 'user',
    userId,
    displayName,
    email: `user${userId}@example.test`,
    roles: [],
    capabilities: [...capabilities],
    locale: 'en_US',
  };
}
