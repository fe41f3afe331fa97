import { ServiceError } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import { looksLikeJwt, readBearer } from './bearer.ts';
import { userOfJwt, type JwtDeps } from './user-of-jwt.ts';

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
