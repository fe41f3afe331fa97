import {
  createUserContact,
  linkUserContact,
  msg,
  ServiceError,
  type OutputOf,
  type usersCreate,
} from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import {
  type CommandDraft,
  type CommitCall,
  type Store,
  type Write,
  isDuplicateKey,
} from '@svc/service-kit/store';
import { linkContact } from '../contacts/contact-links.ts';
import { foldText } from '../model/names.ts';
import { type UserDraft, userEvent, type User } from '../model/user.ts';
import type { UserStore } from '../store/user-store.ts';

/** A new user and its contact, which is null when the records service did not create it in time. */
type CreatedUser = OutputOf<typeof usersCreate>;

export interface CreateUserDeps {
  readonly store: Store;
  readonly users: UserStore;
}

interface Creation<Answer> {
  readonly draft: UserDraft;
  readonly answer: (created: CreatedUser) => Answer;
  /** Further writes of the same commit. */
  readonly alsoOf?: (user: User) => readonly Write[];
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
  { draft, answer, alsoOf, waitsAtMost }: Creation<Answer>,
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
      writes: [...deps.users.insertions(call, user), ...(alsoOf?.(user) ?? [])],
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

/** The answer to the creation of a user, from the result of the command that created its contact. */
async function answerWithContact(
  users: UserStore,
  call: CommitCall,
  { userId, result }: { userId: number; result: unknown },
): Promise<CreatedUser> {
  const contact = createUserContact.result.safeParse(result);
  if (!contact.success) return { id: userId, corresponds_to_contact: null };
  const contactId = contact.data.id;
  await linkContact(users, { ...call, claim: undefined }, { userId, contactId }).catch((error: unknown) => {
    call.log.warn({ err: error, userId }, 'new user not linked to a contact yet; the user event links them');
  });
  return { id: userId, corresponds_to_contact: contactId };
}

/**
 * Translates a duplicate-key error of a write.
 * @throws ServiceError `username_exists`, `email_exists`, or `rest_invalid_param` when the contact already represents a
 * user; other errors unchanged.
 */
async function explainDuplicate(
  error: unknown,
  users: UserStore,
  { username, email, contactId }: Pick<User, 'username' | 'email' | 'contactId'>,
): Promise<never> {
  if (!isDuplicateKey(error)) throw error;
  if (foldText(username) !== foldText(email) && (await users.byLogin(username)))
    throw new ServiceError(
      'username_exists',
      msg`Another user has the user name ${username}; choose another one.`,
    );
  if (await users.byLogin(email))
    throw new ServiceError('email_exists', 'Email already exists and is a user on this site');
  if (contactId !== null && (await users.byContact(contactId)))
    throw invalidParam({ corresponds_to_contact: 'the contact already represents a user' });
  throw error;
}
