import { ServiceError } from '@svc/contracts';
import type { Authenticator } from './authenticate.ts';
import { looksLikeJwt } from './bearer.ts';
import type { SiteLinkActors } from './site-link-actors.ts';
import { type JwtDeps, userOfJwt } from './user-of-jwt.ts';

/** What credentials are checked with. */
export interface AuthenticatorDeps {
  readonly jwt: JwtDeps;
  readonly siteLinks: SiteLinkActors;
}

/** All kinds of credentials that are accepted, in the order in which they are tried. A new kind is one more entry here. */
export function authenticators({ jwt, siteLinks }: AuthenticatorDeps): readonly Authenticator[] {
  return [jwtAuthenticator(jwt), siteLinkAuthenticator(siteLinks)];
}

/** JWTs of users (docs/authentication.md#tokens-of-users). Every reason why one is not accepted has the same code here; `token/validate` tells them apart. */
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
 * Bearers of site links (docs/site-links.md#the-bearer): whatever is no other token. Without HTTPS none is accepted, and none is asked for:
 * the answer is the one for a token that nobody knows.
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
