import { createUserContact, linkUserContact } from '@svc/contracts';
import type { CommandDraft, CommitCall, Store } from '@svc/service-kit';
import { answerWithContact } from '../contacts/answer-with-contact.ts';
import type { UserDraft } from '../model/new-user.ts';
import { userEvent } from '../model/user-event.ts';
import { explainDuplicate } from '../store/explain-duplicate.ts';
import type { UserStore } from '../store/user-store.ts';

/** A new user and its contact, which is null when the records service did not create it in time. */
export interface CreatedUser {
  readonly id: number;
  readonly corresponds_to_contact: number | null;
}

export interface CreateUserDeps {
  readonly store: Store;
  readonly users: UserStore;
}

/** The user to create, and the answer. */
export interface Creation<Answer> {
  readonly draft: UserDraft;
  readonly answer: (created: CreatedUser) => Answer;
  /** Maximum milliseconds to wait for the contact; without it, as long as the caller waits. */
  readonly waitsAtMost?: number;
}

/**
 * Stores a user, and commands the records service to create its contact or to link the contact named in the draft.
 * @throws ServiceError `username_exists` or `email_exists`.
 */
export async function createUser<Answer>(
  call: CommitCall,
  deps: CreateUserDeps,
  { draft, answer, waitsAtMost }: Creation<Answer>,
): Promise<Answer> {
  const user = await deps.users.make(draft);
  const { _id: id, contactId, displayName, email } = user;
  const names = { user_id: id, display_name: displayName };
  const command: CommandDraft =
    contactId === null
      ? { command: createUserContact, input: { ...names, email } }
      : { command: linkUserContact, input: { ...names, contact_id: contactId } };
  return deps.store
    .commit(call, async () => ({
      writes: [deps.users.insertion(user)],
      events: [userEvent('created', user, [])],
      commands: [command],
      ...(waitsAtMost !== undefined && { waitsAtMost }),
      answer: answer({ id, corresponds_to_contact: contactId }),
      finish: async ([result]) =>
        answer(
          contactId === null
            ? await answerWithContact(deps.users, call, { userId: id, result })
            : { id, corresponds_to_contact: contactId },
        ),
    }))
    .catch((error: unknown) => explainDuplicate(error, deps.users, user));
}
