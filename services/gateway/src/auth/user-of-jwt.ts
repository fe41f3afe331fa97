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

/**
 * The answer of `token/validate` (docs/authentication.md#tokens-of-users): `false` without a bearer that could be a
 * JWT.
 * @throws ServiceError `jwt_auth_bad_auth_header`, or the reason why the token is not valid.
 */
export async function validateToken(
  authorization: string | undefined,
  origin: CallOrigin,
  deps: JwtDeps,
): Promise<unknown> {
  const token = readBearer(authorization);
  if (!token?.includes('.')) return false;
  if (!looksLikeJwt(token))
    throw new ServiceError('jwt_auth_bad_auth_header', 'Authorization header malformed.');
  await userOfJwt(token, origin, deps);
  return { code: 'jwt_auth_valid_token', data: { status: 200 } };
}

/** The token of an `Authorization: Bearer …` header; undefined without one. The scheme's case does not matter. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** Whether a token has the three parts of a JWT. */
export function looksLikeJwt(token: string): boolean {
  return token.split('.').length === 3;
}
