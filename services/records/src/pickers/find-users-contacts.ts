import { usersList } from '@svc/contracts';
import { connectionSearch } from '../lists/plan/connection-search.ts';
import { pickAll } from '../access/pick-access.ts';
import type { ListCall } from '../lists/plan/visible-list.ts';
import type { ReadDeps } from '../read/read-deps.ts';
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
  call: ListCall,
  deps: ReadDeps,
  postType: PostType,
  text: string,
): Promise<readonly CompactRecord[]> {
  const [own, users] = await Promise.all([ownContact(call, deps, text), otherUsers(call, postType, text)]);
  const contacts = [...own, ...users];
  const ids = contacts.map(({ id }) => id);
  const found = await findGranted(call, deps, postType, { ids, access: pickAll });
  return contacts.flatMap(({ id, name }) => {
    const record = found.get(id);
    return record ? [{ ...record, name }] : [];
  });
}

async function ownContact(call: ListCall, deps: ReadDeps, text: string): Promise<UserContact[]> {
  const { displayName: name } = call.actor;
  if (!foldText(name).includes(foldText(text))) return [];
  const id = await connectionSearch(call, deps).callersContact();
  return id === undefined ? [] : [{ name, id }];
}

async function otherUsers(call: ListCall, { key }: PostType, text: string): Promise<UserContact[]> {
  const users = await call.ask(usersList, { s: text, post_type: key });
  return users.slice(0, maxUsers).flatMap(({ name, contact_id: id }) => (id === null ? [] : [{ name, id }]));
}
