import type { QueryFilter } from 'mongoose';
import { can, recordsCollaborators } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { User } from '../model/user.ts';

/** Whether a caller may see all users. */
export function knowsEverybody({ actor }: Pick<Call, 'actor'>): boolean {
  return can(actor, 'dt_all_access_contacts') || can(actor, 'dt_list_users');
}

/**
 * The filter for users whom a caller may see, apart from themselves (docs/guides/users.md#finding-users): dispatchers and
 * users with whom they share records, or everybody.
 */
export async function visibleUsers(call: Pick<Call, 'actor' | 'ask'>): Promise<QueryFilter<User>> {
  if (knowsEverybody(call)) return {};
  const { user_ids: ids } = await call.ask(recordsCollaborators, {});
  return { $or: [{ _id: { $in: [...ids] } }, { roles: 'dispatcher' }] };
}
