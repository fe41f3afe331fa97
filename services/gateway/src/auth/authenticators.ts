import { ServiceError } from '@svc/contracts';
import type { Authenticator } from './authenticate.ts';
import { looksLikeJwt } from './bearer.ts';
import type { SiteLinkActors } from './site-link-actors.ts';
import { type JwtDeps, userOfJwt } from './user-of-jwt.ts';

export interface AuthenticatorDeps {
  readonly jwt: JwtDeps;
  readonly siteLinks: SiteLinkActors;
}

/** All accepted kinds of credentials, in the order in which they are tried. */
export function authenticators({ jwt, siteLinks }: AuthenticatorDeps): readonly Authenticator[] {
  return [jwtAuthenticator(jwt), siteLinkAuthenticator(siteLinks)];
}

/** JWTs of users (docs/authentication.md#tokens-of-users). Every refusal has the same code; `token/validate` has several. */
function jwtAuthenticator(deps: JwtDeps): Authenticator {
  return {
    recognises: looksLikeJwt,
    authenticate: (token, origin) =>
      userOfJwt(token, origin, deps).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.status >= 500) throw error;
        throw new ServiceError('jwt_auth_invalid_token', error.message, { cause: error });
      }),
  };
}

/**
 * Bearers of site links (docs/site-links.md#the-bearer): any token that is not a JWT. Without HTTPS the bearer is not
 * looked up, and the answer is the same as for an unknown token.
 */
function siteLinkAuthenticator(actors: SiteLinkActors): Authenticator {
  return {
    recognises: () => true,
    authenticate: async (token, from) => {
      const actor = from.isSecure ? await actors.get(token, from) : null;
      if (!actor) throw new ServiceError('rest_cannot_access', 'Invalid token');
      return actor;
    },
  };
}
