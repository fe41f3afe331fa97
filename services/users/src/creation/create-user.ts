import { createUserContact, linkUserContact } from '@svc/contracts';
import type { CommandDraft, CommitCall, Store } from '@svc/service-kit';
import { answerWithContact } from '../contacts/answer-with-contact.ts';
import type { UserDraft } from '../model/new-user.ts';
import { userEvent } from '../model/user-event.ts';
import { explainDuplicate } from '../store/explain-duplicate.ts';
import type { UserStore } from '../store/user-store.ts';

/** A user that was made, and its contact; that is null when records did not get to it in time. */
export interface CreatedUser {
  readonly id: number;
  readonly corresponds_to_contact: number | null;
}

/** What users are made with. */
export interface CreateUserDeps {
  readonly store: Store;
  readonly users: UserStore;
}

/** Who is made, and what is answered then. */
export interface Creation<Answer> {
  readonly draft: UserDraft;
  readonly answer: (created: CreatedUser) => Answer;
  /** Milliseconds to wait for the contact; without it as long as the caller waits. */
  readonly waitsAtMost?: number;
}

/**
 * Stores a user and asks records for the contact that represents it, or to link the one that the draft names. The user is
 * there when this answers.
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
