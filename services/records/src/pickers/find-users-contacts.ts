import { mayListAllUsers } from '@svc/contracts';
import type { AskingCall } from '../directory/ask-as-system.ts';
import type { PickableUser } from '../directory/user-directory.ts';
import { collaboratorsOf } from '../lists/collaborators.ts';
import { connectionSearch } from '../connections/connection-search.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import { pickAll } from '../access/pick-access.ts';
import type { ListCall } from '../lists/plan/visible-list.ts';
import { foldText } from '../model/fold-text.ts';
import type { PostType } from '../model/post-type.ts';
import { findGranted, type CompactRecord } from './compact-records.ts';

/** Maximum number of users offered, not counting the caller. */
const maxUsers = 5;

/** The contact of a user, by the name of the user. */
type UserContact = { readonly name: string; readonly id: number };

/**
 * The contacts of users whom the caller may know, the caller's own first. Access to these contacts is not checked: the caller gets the
 * users' names, and the contacts' status.
 */
export async function findUsersContacts(
  call: ListCall & AskingCall,
  deps: ListDeps,
  postType: PostType,
  text: string,
): Promise<readonly CompactRecord[]> {
  const folded = foldText(text);
  const [own, users] = await Promise.all([
    ownContact(call, deps, folded),
    otherUsers(call, deps, postType, folded),
  ]);
  const contacts = [...own, ...users];
  if (contacts.length === 0) return [];
  const ids = contacts.map(({ id }) => id);
  const found = await findGranted(call, deps, postType, { ids, access: pickAll });
  return contacts.flatMap(({ id, name }) => {
    const record = found.get(id);
    return record ? [{ ...record, name }] : [];
  });
}

async function ownContact(call: ListCall, deps: ListDeps, folded: string): Promise<UserContact[]> {
  const { displayName: name } = call.actor;
  if (!foldText(name).includes(folded)) return [];
  const id = await connectionSearch(call, deps).callersContact();
  return id === undefined ? [] : [{ name, id }];
}

async function otherUsers(
  call: ListCall & AskingCall,
  deps: ListDeps,
  { key }: PostType,
  folded: string,
): Promise<UserContact[]> {
  const seesAll = mayListAllUsers(call.actor);
  const named = (await deps.people.pickable(call, key)).filter((user) => isNamed(user, folded, seesAll));
  const seen = seesAll ? named : await visibleAmong(call, deps, named);
  return seen
    .slice(0, maxUsers)
    .flatMap(({ name, contactId }) => (contactId === null ? [] : [{ name, id: contactId }]));
}

function isNamed({ foldedName, otherNames }: PickableUser, folded: string, byAnyName: boolean): boolean {
  return foldedName.includes(folded) || (byAnyName && otherNames.some((name) => name.includes(folded)));
}

/** Callers who may not list everybody see those whom all know, and those with whom they share a record. */
async function visibleAmong(
  call: ListCall,
  deps: ListDeps,
  users: readonly PickableUser[],
): Promise<readonly PickableUser[]> {
  const others = users.filter(({ isKnown }) => !isKnown).map(({ id }) => id);
  const shared = await collaboratorsOf(call, deps, others);
  return users.filter(({ id, isKnown }) => isKnown || shared.has(id));
}
