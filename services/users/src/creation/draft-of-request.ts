import { randomBytes } from 'node:crypto';
import { type InputOf, ServiceError, type usersAdd } from '@svc/contracts';
import { type Call, invalidParam, turnOf } from '@svc/service-kit';
import { checkNewUser } from '../model/check-new-user.ts';
import { newUser, type UserDraft } from '../model/user.ts';
import { checkPasswordStrength } from '../passwords/check-password-strength.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RecordNames } from '../profile/record-names.ts';
import { readOwnSettings } from '../profile/settings/read-settings.ts';
import { administrator, refused } from '../roles/account-guard.ts';
import { checkGiving } from '../roles/check-giving.ts';
import { checkRoles, type RoleCatalogue } from '../roles/role-catalogue.ts';

export interface DraftDeps {
  readonly roles: RoleCatalogue;
  /** Looks up the names of records, places and options in the settings of users. */
  readonly names: RecordNames;
  readonly passwords: Passwords;
}

type Request = Call<InputOf<typeof usersAdd>>;

/** The names of these inputs in requests, for error messages. */
const keys = { username: 'user-username', email: 'user-email', display_name: 'user-display' };
const passwordKey = 'user-password';

/**
 * The user to create, from a request; inputs not named here are ignored.
 * @throws ServiceError for any invalid input, before anything is stored.
 */
export async function draftOfRequest(call: Request, deps: DraftDeps): Promise<UserDraft> {
  const { 'user-email': email, 'user-display': name, 'user-username': username, locale = '' } = call.input;
  if (!email?.trim() || !name?.trim()) throw new ServiceError('missing_error', 'Missing fields');
  const names = checkNewUser({ username: username?.trim() || email, email, display_name: name }, keys);
  if (locale.length > 35) throw invalidParam({ locale: 'locale must have at most 35 characters' });
  const roles = givenRoles(call, deps);
  const isServiceAccount = checkServiceAccount(call);
  const { 'user-password': password, 'user-optional-fields': optional = {} } = call.input;
  if (password !== undefined) checkPasswordStrength(password);
  const { actor, deadline } = call;
  const own = await readOwnSettings(optional, { actor, deadline, ...deps });
  const secret = password ?? randomBytes(32).toString('base64url');
  const draft = {
    ...names,
    roles,
    locale: locale.trim(),
    passwordHash: await deps.passwords.hash(secret, turnOf(call)),
    contactId: call.input.corresponds_to_contact ?? null,
  };
  const set = own.change(newUser(0, draft));
  return {
    ...draft,
    ...set,
    settings: { workload: 'active', ...set.settings },
    ...(isServiceAccount && { isServiceAccount: true as const }),
  };
}

/**
 * Whether the request is for a service account.
 * @throws ServiceError `no_permissions` for callers who are not administrators, `rest_invalid_param` with a password.
 */
function checkServiceAccount({ actor, input }: Request): boolean {
  if (!input.service_account) return false;
  if (!actor.roles.includes(administrator))
    throw refused('Only an administrator may create a service account.');
  if (input[passwordKey] === undefined) return true;
  throw invalidParam({ [passwordKey]: 'a service account has no password' });
}

/** @throws ServiceError `invalid_role` for an unknown role, `no_permissions` for one that the caller may not give. */
function givenRoles({ actor, input }: Request, { roles: catalogue }: DraftDeps): string[] {
  const { 'user-roles': several = [], 'user-user_role': single } = input;
  const asked = several.length > 0 ? several : [single || 'multiplier'];
  const wanted = checkRoles(asked, catalogue);
  checkGiving({ giver: actor, user: { _id: 0, roles: [] }, wanted }, catalogue);
  return wanted;
}
