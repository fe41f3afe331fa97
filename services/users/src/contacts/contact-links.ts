import { eventConsumers, recordEventSchema, systemActor, type RecordEvent } from '@svc/contracts';
import { Deadline, type EventProcessor, type Logger } from '@svc/service-kit';
import type { CommitCall } from '@svc/service-kit/store';
import type { UserStore } from '../store/user-store.ts';

/**
 * Links contacts that the records service created for users, even when nobody waits for the command's answer.
 * Only contacts created by the system count: a user cannot claim a contact by setting the field.
 */
export function contactLinks(users: UserStore, log: Logger): EventProcessor<RecordEvent> {
  return {
    ...eventConsumers.contactLinks,
    schema: recordEventSchema,
    batchSize: 50,
    wants: (event) => userToLink(event) !== undefined,
    async handle(events) {
      for (const event of events) {
        const { data } = event;
        const userId = userToLink(event);
        const user = userId === undefined ? null : await users.byId(userId);
        if (!user || user.contactId !== null) continue;
        const call = { actor: systemActor('users'), deadline: Deadline.after(), claim: undefined, log };
        await linkContact(users, call, { userId: user._id, contactId: data.record.id });
      }
    },
  };
}

function userToLink({ data }: RecordEvent): number | undefined {
  const change = data.actor.kind === 'system' ? data.changed['corresponds_to_user'] : undefined;
  const id = change && 'after' in change ? Number(change.after) : Number.NaN;
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

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
