import { createHash } from 'node:crypto';
import type { OutputOf, usersImport } from '@svc/contracts';
import type { Call, Turn } from '@svc/service-kit';
import type { Collection, CommitCall, Store } from '@svc/service-kit/store';
import { unknowablePassword } from '../passwords/hash-password.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { UserStore } from '../store/user-store.ts';

type Outcome = NonNullable<OutputOf<typeof usersImport>['users'][number]['password']>;

/** Digests of the password that an import has stored: of its hash at the source, and of the hash that was stored for it here. */
export interface ImportedPassword {
  readonly source: string;
  readonly stored: string;
}

/** Maps a user of another installation to the one here. */
export interface ImportedUser {
  /** `<source>/<id there>`. */
  readonly _id: string;
  readonly userId: number;
  /** Absent for users who were not created by an import. */
  readonly password?: ImportedPassword;
}

/** The call of an import, which hashes passwords in its turn. */
export type ImportUserCall = CommitCall & Pick<Call, 'deadline'>;

/** Logins do not wait for an import: it is one of many callers of the queue. */
export const turnOf = ({ deadline }: ImportUserCall): Turn => ({ caller: 'import', deadline });

export interface ImportPasswordDeps {
  readonly store: Store;
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly importedUsers: Collection<ImportedUser>;
}

/** The stored hash of a user to create, with its note; of an unknown form of hash, one that no password matches. */
export async function importedPassword(
  { passwords }: Pick<ImportPasswordDeps, 'passwords'>,
  turn: Turn,
  hash: string | undefined,
): Promise<{ passwordHash: string; password: ImportedPassword; outcome?: Outcome }> {
  const known = hash === undefined ? undefined : await passwords.hashImported(hash, turn);
  const passwordHash = known ?? unknowablePassword();
  const password = {
    source: digestOf(known === undefined ? '' : (hash ?? '')),
    stored: digestOf(passwordHash),
  };
  if (hash === undefined) return { passwordHash, password };
  return { passwordHash, password, outcome: known === undefined ? 'unknown' : 'written' };
}

/** Replaces the password of a user whom an earlier import has created, unless they have logged in or got another one since. */
export async function renewPassword(
  call: ImportUserCall,
  deps: ImportPasswordDeps,
  { noted, hash }: { readonly noted: ImportedUser; readonly hash: string | undefined },
): Promise<Outcome | undefined> {
  if (hash === undefined) return undefined;
  if (noted.password?.source === digestOf(hash)) return 'unchanged';
  const user = await deps.users.byId(noted.userId);
  if (!user || !noted.password || digestOf(user.passwordHash) !== noted.password.stored) return 'kept';
  const { passwordHash, password, outcome } = await importedPassword(deps, turnOf(call), hash);
  if (outcome !== 'written') return outcome;
  return deps.store.commit(call, async () => ({
    writes: [
      ...deps.users.replacements(call, user, { ...user, passwordHash }),
      deps.importedUsers.update({ _id: noted._id }, { $set: { password } }),
    ],
    answer: outcome,
  }));
}

function digestOf(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url');
}
