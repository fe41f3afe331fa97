import { z } from 'zod';
import { eventConsumers, fieldChangeSchema, recordEventSchema, systemActor } from '@svc/contracts';
import { Deadline, type EventProcessor, type Logger } from '@svc/service-kit';
import type { CommitCall } from '@svc/service-kit/store';
import type { UserStore } from '../store/user-store.ts';

/** The parts of an event by which contacts of users are recognized: the rest need not be checked. */
const createdContactSchema = z.object({
  data: recordEventSchema.shape.data
    .pick({ actor: true, record: true })
    .extend({ changed: z.object({ corresponds_to_user: fieldChangeSchema.optional() }) }),
});

type CreatedContact = z.infer<typeof createdContactSchema>;

/**
 * Links contacts that the records service created for users, even when nobody waits for the command's answer.
 * Only contacts created by the system count: a user cannot claim a contact by setting the field.
 */
export function contactLinks(users: UserStore, log: Logger): EventProcessor<CreatedContact> {
  return {
    ...eventConsumers.contactLinks,
    schema: createdContactSchema,
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

function userToLink({ data }: CreatedContact): number | undefined {
  const change = data.actor.kind === 'system' ? data.changed.corresponds_to_user : undefined;
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
