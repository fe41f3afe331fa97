import { ServiceError, type Actor } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import type { ActorCache } from './actor-cache.ts';
import type { JwtVerifier } from './jwt-verifier.ts';

/** What JWTs are checked with. */
export interface JwtDeps {
  readonly jwts: JwtVerifier;
  readonly actors: ActorCache<CallOrigin>;
}

/**
 * The user that a JWT speaks for.
 * @throws ServiceError what `JwtVerifier` throws; `jwt_auth_invalid_token` when the user is gone, disabled or has a new
 * password; `service_unavailable` when the users service cannot be asked.
 */
export async function userOfJwt(token: string, origin: CallOrigin, deps: JwtDeps): Promise<Actor> {
  const claims = await deps.jwts.verify(token);
  const actor = await deps.actors.get(claims, origin);
  if (actor) return actor;
  throw new ServiceError(
    'jwt_auth_invalid_token',
    'The user of this token does not exist, is disabled or has changed the password; log in again.',
  );
}
