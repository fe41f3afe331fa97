import { type Message, ServiceError, usersApiKeyActor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { actorOfKey } from '../../api-keys/actor-of-key.ts';
import { hasEnded } from '../../api-keys/api-key.ts';
import type { Deps } from '../../compose.ts';

/** The actor of an API key. Its use is stored here: gateways ask again every few seconds, and not for each request. */
export const apiKeyActor = defineHandler(
  usersApiKeyActor,
  async (call, deps: Deps<'apiKeys' | 'users' | 'roles' | 'bearerLimiter'>) => {
    const { key, address } = call.input;
    const now = new Date();
    await deps.bearerLimiter.check(address);
    const found = await deps.apiKeys.byKey(key);
    if (!found) {
      await deps.bearerLimiter.failed(address);
      return { actor: null };
    }
    if (hasEnded(found, now)) throw ended('This API key has expired or was revoked. Create a new one.');
    const user = await deps.users.byId(found.userId);
    if (!user || user.disabled) throw ended('The user of this API key is disabled.');
    await deps.apiKeys.noteUse(found, address, now);
    return { actor: actorOfKey(user, found, deps.roles) };
  },
);

function ended(message: Message): ServiceError {
  return new ServiceError('key_ended', message);
}
