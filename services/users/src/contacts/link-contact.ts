import { systemActor } from '@svc/contracts';
import type { CommitCall } from '@svc/service-kit';
import type { UserStore } from '../store/user-store.ts';

/** Stores the contact that represents a user, in the name of the service. A contact already stored stays. */
export async function linkContact(
  users: UserStore,
  call: CommitCall,
  { userId, contactId }: { userId: number; contactId: number },
): Promise<void> {
  const asService = { ...call, actor: systemActor('users') };
  await users.change(asService, {
    find: () => users.byId(userId),
    change: (user) => (user.contactId === null ? { contactId } : {}),
    answer: () => undefined,
  });
}
