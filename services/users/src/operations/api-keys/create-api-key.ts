import { msg, usersCreateApiKey, type InputOf } from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import type { ApiKeyDraft } from '../../api-keys/api-key-store.ts';
import { keyOwner } from '../../api-keys/key-owner.ts';
import type { Deps } from '../../compose.ts';
import { administrator, refused } from '../../roles/account-guard.ts';

/** Creates an API key for the caller, or for another user. */
export const createApiKey = defineHandler(
  usersCreateApiKey,
  async (call, deps: Deps<'apiKeys' | 'users'>) => {
    const draft = readDraft(call);
    return deps.apiKeys.create(call, () => keyOwner(call, deps, call.input.user_id), draft);
  },
);

const maxNameLength = 200;

/** @throws ServiceError `rest_invalid_param` naming what is wrong, `no_permissions` for `administration` without the role. */
function readDraft({ actor, input }: Call<InputOf<typeof usersCreateApiKey>>): ApiKeyDraft {
  const { access, post_types: postTypes, expires_at: ends, administration = false } = input;
  const name = input.name.trim();
  if (name === '' || name.length > maxNameLength)
    throw invalidParam({ name: msg`name must have 1 to ${maxNameLength} characters` });
  const expiresAt = ends === undefined ? null : new Date(ends);
  if (expiresAt && expiresAt <= new Date())
    throw invalidParam({ expires_at: 'expires_at must be in the future' });
  if (administration && postTypes)
    throw invalidParam({ post_types: 'a key with administration reaches all post types; omit post_types' });
  if (administration && !actor.roles.includes(administrator))
    throw refused('Only an administrator may create an API key with administration.');
  return { name, access, administration, expiresAt, postTypes: postTypes ? [...new Set(postTypes)] : null };
}
