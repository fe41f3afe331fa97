import type { QueryFilter } from 'mongoose';
import { can, recordsCollaborators } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { User } from '../model/user.ts';

/** Whether a caller may know of everybody. */
export function knowsEverybody({ actor }: Pick<Call, 'actor'>): boolean {
  return can(actor, 'dt_all_access_contacts') || can(actor, 'dt_list_users');
}

/**
 * Whom a caller may list: those it may know of, and everybody for those who administer users (docs/sharing.md#what-may-be-connected).
 */
export async function listableUsers(call: Pick<Call, 'actor' | 'ask'>): Promise<QueryFilter<User>> {
  return listing.some((capability) => can(call.actor, capability)) ? {} : visibleUsers(call);
}

const listing = ['list_users', 'promote_users', 'manage_dt'] as const;

/** Whom a caller may know of besides itself (docs/users.md#finding-users): those it shares records with and every
 * dispatcher, or everybody. */
export async function visibleUsers(call: Pick<Call, 'actor' | 'ask'>): Promise<QueryFilter<User>> {
  if (knowsEverybody(call)) return {};
  const { user_ids: ids } = await call.ask(recordsCollaborators, {});
  return { $or: [{ _id: { $in: [...ids] } }, { roles: 'dispatcher' }] };
}
