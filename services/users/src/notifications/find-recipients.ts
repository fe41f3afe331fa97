import { capabilitiesOf, rolesWith, type RoleCatalogue } from '../roles/role-catalogue.ts';
import type { UserStore } from '../store/user-store.ts';
import type { PossibleRecipients } from './rules/notification-rule.ts';
import type { NotifiableEvent } from './notifiable-event.ts';

/** Users and their capabilities. */
export interface RecipientSources {
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
}

/** Who may have to be notified of an event, as far as that depends on the users as they are now. */
export async function findRecipients(
  sources: RecipientSources,
  event: NotifiableEvent,
): Promise<PossibleRecipients> {
  const { audience, comment } = event;
  const [followers, userOf, followingAll] = await Promise.all([
    followersOf(sources, event),
    usersOfContacts(sources, audience?.subassigned ?? []),
    comment && event.record.postType === 'contacts' ? followersOfAll(sources) : [],
  ]);
  return { followers, userOf, followingAll, audience };
}

/** Users with whom the record is shared, users who ask to follow it and may view all records of the type, and its assignee. */
async function followersOf({ users, roles }: RecipientSources, event: NotifiableEvent): Promise<number[]> {
  const { following = [], asking = [], assigned_to: assignee = 0 } = event.audience ?? {};
  const capability = `view_any_${event.record.postType}`;
  const found = asking.length === 0 ? [] : await users.byIds(asking);
  const viewers = found.filter((user) => capabilitiesOf(roles, user.roles).includes(capability));
  return [...new Set([...following, ...viewers.map(({ _id }) => _id), ...(assignee > 0 ? [assignee] : [])])];
}

async function usersOfContacts(
  { users }: RecipientSources,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (contactIds.length === 0) return new Map();
  const found = await users.byContacts(contactIds);
  return new Map(found.flatMap(({ _id, contactId }) => (contactId === null ? [] : [[contactId, _id]])));
}

/** Users who may see all contacts of type access, and follow all of them. */
async function followersOfAll({ users, roles }: RecipientSources): Promise<number[]> {
  const seeing = rolesWith(roles, 'dt_all_access_contacts');
  const found = await users.matching({ roles: { $in: seeing }, 'settings.followAll': true, disabled: false });
  return found.map(({ _id }) => _id);
}
