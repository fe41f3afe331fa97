import { ServiceError } from '@svc/contracts';
import type { Authenticator } from './authenticate.ts';
import { looksLikeJwt } from './bearer.ts';
import { userOfJwt, type JwtDeps } from './user-of-jwt.ts';

/** JWTs of users (spec 5.1). Every reason why one is not accepted has the same code here; `token/validate` tells them apart. */
export function jwtAuthenticator(deps: JwtDeps): Authenticator {
  return {
    recognises: looksLikeJwt,
    authenticate: (token, origin) =>
      userOfJwt(token, origin, deps).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.status >= 500) throw error;
        throw new ServiceError('jwt_auth_invalid_token', error.message, { cause: error });
      }),
  };
}
