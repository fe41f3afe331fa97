import { ServiceError, type Actor } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import type { ActorCache } from './actor-cache.ts';
import type { JwtVerifier } from './jwt-verifier.ts';

export interface JwtDeps {
  readonly jwts: JwtVerifier;
  readonly actors: ActorCache<CallOrigin>;
}

/**
 * The user of a JWT.
 * @throws ServiceError like `JwtVerifier.verify`; `jwt_auth_invalid_token` when the user is deleted, disabled or has a
 * new password; `service_unavailable` when the users service does not answer.
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
