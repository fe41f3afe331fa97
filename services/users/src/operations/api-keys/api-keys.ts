import { usersApiKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { listedApiKey } from '../../api-keys/api-key.ts';
import { keyOwner } from '../../api-keys/key-owner.ts';
import type { Deps } from '../../compose.ts';

/** The API keys of the caller, or of another user for administrators. */
export const apiKeys = defineHandler(usersApiKeys, async (call, deps: Deps<'apiKeys' | 'users'>) => {
  const { _id } = await keyOwner(call, deps, call.input.user_id);
  return { keys: (await deps.apiKeys.ofUser(_id)).map(listedApiKey) };
});
