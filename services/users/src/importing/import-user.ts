import type { z } from 'zod';
import {
  inEnglish,
  ServiceError,
  type importedUserSchema,
  type OutputOf,
  type usersImport,
} from '@svc/contracts';
import { isDuplicateKey } from '@svc/service-kit/store';
import { checkNewUser } from '../model/check-new-user.ts';
import { userEvent } from '../model/user.ts';
import { checkRoles, type RoleCatalogue } from '../roles/role-catalogue.ts';
import {
  importedPassword,
  renewPassword,
  turnOf,
  type ImportedUser,
  type ImportPasswordDeps,
  type ImportUserCall,
} from './import-password.ts';

export interface ImportUsersDeps extends ImportPasswordDeps {
  readonly roles: RoleCatalogue;
}

type Given = z.infer<typeof importedUserSchema>;
type Imported = OutputOf<typeof usersImport>['users'][number];

/** Imports a user, unless they exist: imported before, or with the same e-mail address or user name. */
export async function importUser(
  call: ImportUserCall,
  deps: ImportUsersDeps,
  { source, given }: { readonly source: string; readonly given: Given },
): Promise<Imported> {
  const sourceId = given.source_id;
  const noteId = `${source}/${sourceId}`;
  const noted = await deps.importedUsers.model.findById(noteId).lean<ImportedUser>();
  if (noted) {
    const password = await renewPassword(call, deps, { noted, hash: given.password_hash });
    const outcome = password === 'written' ? 'changed' : 'unchanged';
    return { source_id: sourceId, id: noted.userId, outcome, ...(password && { password }) };
  }
  try {
    const known = (await deps.users.byLogin(given.email)) ?? (await deps.users.byUsername(given.username));
    if (!known) return await make(call, deps, { noteId, given });
    return await deps.store.commit(call, async () => ({
      writes: [deps.importedUsers.insert({ _id: noteId, userId: known._id })],
      answer: {
        source_id: sourceId,
        id: known._id,
        outcome: 'known',
        ...(given.password_hash !== undefined && { password: 'kept' as const }),
      },
    }));
  } catch (error) {
    const reason = isDuplicateKey(error)
      ? 'Another user has this user name or e-mail address.'
      : reasonOf(error);
    if (reason === undefined) throw error;
    return { source_id: sourceId, id: null, outcome: 'refused', reason };
  }
}

/** Why a user is refused; undefined for any other error. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ServiceError) || error.status >= 500) return undefined;
  const { message, data } = error as Pick<ServiceError, 'message' | 'data'>;
  const { params } = data;
  const all = params && typeof params === 'object' ? Object.values(params) : [];
  return [message, ...all.map(String)].map((text) => inEnglish(text)).join(' ');
}

async function make(
  call: ImportUserCall,
  deps: ImportUsersDeps,
  { noteId, given }: { noteId: string; given: Given },
): Promise<Imported> {
  const { passwordHash, password, outcome } = await importedPassword(deps, turnOf(call), given.password_hash);
  const user = await deps.users.make({
    ...checkNewUser({ ...given, username: usernameOf(given) }),
    roles: checkRoles(given.roles, deps.roles),
    locale: given.locale.slice(0, 35),
    passwordHash,
  });
  return deps.store.commit(call, async () => ({
    writes: [
      ...deps.users.insertions(call, user),
      deps.importedUsers.insert({ _id: noteId, userId: user._id, password }),
    ],
    events: [userEvent('created', user, [])],
    answer: {
      source_id: given.source_id,
      id: user._id,
      outcome: 'created',
      ...(outcome && { password: outcome }),
    },
  }));
}

/** A user name that is another person's address is replaced by the user's own, which they log in with. */
function usernameOf({ username, email }: Given): string {
  const isForeign = username.includes('@') && username.toLowerCase() !== email.toLowerCase();
  return isForeign || username.trim() === '' ? email : username;
}
