import { createUserContact, type OutputOf, type usersCreate } from '@svc/contracts';
import type { CommitCall } from '@svc/service-kit';
import type { UserStore } from '../store/user-store.ts';
import { linkContact } from './link-contact.ts';

/** The answer to the creation of a user, from the result of the command that created its contact. */
export async function answerWithContact(
  users: UserStore,
  call: CommitCall,
  { userId, result }: { userId: number; result: unknown },
): Promise<OutputOf<typeof usersCreate>> {
  const contact = createUserContact.result.safeParse(result);
  if (!contact.success) return { id: userId, corresponds_to_contact: null };
  const contactId = contact.data.id;
  await linkContact(users, { ...call, claim: undefined }, { userId, contactId }).catch((error: unknown) => {
    call.log.warn({ err: error, userId }, 'the contact of a new user is linked later, by its event');
  });
  return { id: userId, corresponds_to_contact: contactId };
}
