import { capabilitiesOf, rolesWith, type RoleCatalogue } from '../roles/role-catalogue.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from '../store/user-store.ts';
import type { PossibleRecipients } from './rules/notification-rule.ts';
import type { NotifiableEvent } from './notifiable-event.ts';

export interface RecipientSources {
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
}

/** The possible recipients of each event, as far as they depend on the users' current data. */
export async function findRecipients(
  sources: RecipientSources,
  events: readonly NotifiableEvent[],
): Promise<(event: NotifiableEvent) => PossibleRecipients> {
  const ofAll = (key: 'asking' | 'subassigned') => events.flatMap(({ audience }) => audience?.[key] ?? []);
  const [asking, userOf, followingAll] = await Promise.all([
    usersAsking(sources, ofAll('asking')),
    usersOfContacts(sources, ofAll('subassigned')),
    followersOfAll(sources, events),
  ]);
  return (event) => ({
    followers: followersOf(event, asking, sources),
    userOf,
    followingAll: followingAll.get(capabilityToFollowAll(event) ?? '') ?? [],
    audience: event.audience,
  });
}

/** The capability with which users who follow all records are notified of an event: of comments, where the type of the record declares it. */
function capabilityToFollowAll({ comment, audience }: NotifiableEvent): string | undefined {
  return comment && audience?.followed_by_all;
}

async function usersAsking(
  { users }: RecipientSources,
  ids: readonly number[],
): Promise<ReadonlyMap<number, User>> {
  const found = ids.length === 0 ? [] : await users.byIds([...new Set(ids)]);
  return new Map(found.map((user) => [user._id, user]));
}

/**
 * Users with whom the record is shared, users who ask to follow it and may view all records of its type, and its
 * assignee.
 */
function followersOf(
  { audience, record }: NotifiableEvent,
  users: ReadonlyMap<number, User>,
  { roles }: RecipientSources,
): number[] {
  const { following = [], asking = [], assigned_to: assignee = 0 } = audience ?? {};
  const capability = `view_any_${record.postType}`;
  const viewers = asking.filter((id) =>
    capabilitiesOf(roles, users.get(id)?.roles ?? []).includes(capability),
  );
  return [...new Set([...following, ...viewers, ...(assignee > 0 ? [assignee] : [])])];
}

async function usersOfContacts(
  { users }: RecipientSources,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (contactIds.length === 0) return new Map();
  const found = await users.byContacts([...new Set(contactIds)]);
  return new Map(found.flatMap(({ _id, contactId }) => (contactId === null ? [] : [[contactId, _id]])));
}

/** The users who follow all records, by the capability for it. */
async function followersOfAll(
  { users, roles }: RecipientSources,
  events: readonly NotifiableEvent[],
): Promise<ReadonlyMap<string, number[]>> {
  const capabilities = new Set(events.flatMap((event) => capabilityToFollowAll(event) ?? []));
  const following = [...capabilities].map(async (capability): Promise<[string, number[]]> => {
    const seeing = rolesWith(roles, capability);
    const found = await users.matching({
      roles: { $in: seeing },
      'settings.followAll': true,
      disabled: false,
    });
    return [capability, found.map(({ _id }) => _id)];
  });
  return new Map(await Promise.all(following));
}
