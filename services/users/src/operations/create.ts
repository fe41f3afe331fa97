import { createUserContact, usersCreate } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { answerWithContact } from '../contacts/answer-with-contact.ts';
import { checkPasswordStrength } from '../passwords/check-password-strength.ts';
import { checkRoles } from '../roles/check-roles.ts';
import { checkNewUser } from '../store/check-new-user.ts';
import { explainDuplicate } from '../store/explain-duplicate.ts';
import { userEvent } from '../store/user-event.ts';
import type { UsersDeps } from '../users-deps.ts';

const defaultRoles = ['multiplier'];

/** The user is there when this answers; its contact is too, unless records did not get to it in time. */
export const create = defineHandler(usersCreate, async (call, deps: UsersDeps) => {
  const { username, email, display_name: displayName } = checkNewUser(call.input);
  const roles = checkRoles(call.input.roles.length > 0 ? call.input.roles : defaultRoles, deps.roles);
  checkPasswordStrength(call.input.password);
  const passwordHash = await deps.passwords.hash(call.input.password, call.deadline);
  const locale = call.input.locale ?? '';
  const user = await deps.users.make({ username, email, displayName, roles, passwordHash, locale });
  const contact = { user_id: user._id, display_name: displayName, email };
  return deps.store
    .commit(call, async () => ({
      writes: [deps.users.insertion(user)],
      events: [userEvent('created', user, [])],
      commands: [{ command: createUserContact, input: contact }],
      answer: { id: user._id, corresponds_to_contact: null },
      finish: ([result]) => answerWithContact(deps.users, call, { userId: user._id, result }),
    }))
    .catch((error: unknown) => explainDuplicate(error, deps.users, { username, email }));
});
