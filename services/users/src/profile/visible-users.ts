import type { QueryFilter } from 'mongoose';
import { mayListAllUsers, recordsCollaborators } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { User } from '../model/user.ts';

/** The role of users whom everybody may see. */
export const knownRole = 'dispatcher';

/**
 * The filter for users whom a caller may see, apart from themselves (docs/guides/users.md#finding-users): dispatchers and
 * users with whom they share records, or everybody.
 */
export async function visibleUsers(call: Pick<Call, 'actor' | 'ask'>): Promise<QueryFilter<User>> {
  if (mayListAllUsers(call.actor)) return {};
  const { user_ids: ids } = await call.ask(recordsCollaborators, {});
  return { $or: [{ _id: { $in: [...ids] } }, { roles: knownRole }] };
}
