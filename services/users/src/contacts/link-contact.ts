import type { CommitCall } from '@svc/service-kit';
import type { UserStore } from '../store/user-store.ts';

/** Remembers the contact that represents a user. The first one stays; a second time changes nothing. */
export async function linkContact(
  users: UserStore,
  call: CommitCall,
  { userId, contactId }: { userId: number; contactId: number },
): Promise<void> {
  await users.change(call, {
    find: () => users.byId(userId),
    change: (user) => (user.contactId === null ? { contactId } : {}),
    answer: () => undefined,
  });
}
