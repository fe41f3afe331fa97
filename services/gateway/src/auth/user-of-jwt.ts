import type { JWTVerifyGetKey } from 'jose';
import { ServiceError, type Actor } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import type { ActorCache } from './actor-cache.ts';
import { verifyJwt } from './verify-jwt.ts';

/** What JWTs are checked with. */
export interface JwtDeps {
  readonly keys: { readonly find: JWTVerifyGetKey };
  readonly actors: ActorCache<CallOrigin>;
  readonly issuer: string;
}

/**
 * The user that a JWT speaks for.
 * @throws ServiceError what `verifyJwt` throws; `jwt_auth_invalid_token` when the user is gone, disabled or has a new
 * password; `service_unavailable` when the users service can not be asked.
 */
export async function userOfJwt(token: string, origin: CallOrigin, deps: JwtDeps): Promise<Actor> {
  const claims = await verifyJwt(token, { key: deps.keys.find, issuer: deps.issuer });
  const actor = await deps.actors.get(claims, origin);
  if (actor) return actor;
  throw new ServiceError(
    'jwt_auth_invalid_token',
    'The user of this token does not exist, is disabled or has changed the password; log in again.',
  );
}
