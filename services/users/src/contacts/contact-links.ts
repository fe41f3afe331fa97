import { eventConsumers, recordEventSchema, systemActor, type RecordEvent } from '@svc/contracts';
import { Deadline, type EventProcessor, type Logger } from '@svc/service-kit';
import type { UserStore } from '../store/user-store.ts';
import { linkContact } from './link-contact.ts';

/** What the link of a user's new contact needs. */
export interface ContactLinksOptions {
  readonly users: UserStore;
  readonly log: Logger;
}

/**
 * Links contacts that records has made for users, also when nobody waited for the answer any more. Only contacts that
 * the system made count: nobody becomes somebody else's contact by saying so.
 */
export function contactLinks({ users, log }: ContactLinksOptions): EventProcessor<RecordEvent> {
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
