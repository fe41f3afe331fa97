import type { EventDraft } from '@svc/service-kit';
import type { User } from './user.ts';

/** The event of a change to a user, with the user's current state and the names of what changed, but no values. */
export function userEvent(verb: 'created' | 'updated', user: User, changed: readonly string[]): EventDraft {
  const data = {
    user: {
      id: user._id,
      version: user.version,
      display_name: user.displayName,
      roles: user.roles,
      disabled: user.disabled,
    },
    changed,
  };
  return { entity: 'user', verb, subject: `users/${user._id}`, data, withoutValues: () => data };
}
