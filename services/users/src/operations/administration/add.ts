import { type InputOf, recordsAuthorize, ServiceError, usersAdd } from '@svc/contracts';
import { type Call, defineHandler, invalidParam } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { createUser } from '../../creation/create-user.ts';
import { draftOfRequest } from '../../creation/draft-of-request.ts';
import { checkAdministers } from '../../roles/account-guard.ts';

export const add = defineHandler(
  usersAdd,
  async (call, deps: Deps<'store' | 'users' | 'roles' | 'names' | 'passwords'>) => {
    checkAdministers(call.actor, ['create_users', 'manage_dt'], "You don't have permissions to create users");
    const draft = await draftOfRequest(call, deps);
    await checkContact(call, deps);
    return createUser(call, deps, {
      draft,
      answer: ({ id, corresponds_to_contact }) =>
        call.input.return_contact ? { user_id: id, corresponds_to_contact } : id,
    });
  },
);

/** Callers who link the new user to a contact need permission to update it. Missing and forbidden look alike. */
async function checkContact(call: Call<InputOf<typeof usersAdd>>, { users }: Deps<'users'>): Promise<void> {
  const { corresponds_to_contact: id } = call.input;
  if (id === undefined) return;
  const { allowed } = await call.ask(recordsAuthorize, { post_type: 'contacts', id, action: 'update' });
  if (!allowed) {
    throw new ServiceError('no_permissions', "You don't have permission to create a user for this contact");
  }
  if (await users.byContact(id))
    throw invalidParam({ corresponds_to_contact: 'the contact already represents a user' });
}
