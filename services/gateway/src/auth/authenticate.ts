import { ServiceError, type Actor } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import type { SiteLinkActors } from './site-link-actors.ts';
import { looksLikeJwt, readBearer, userOfJwt, type JwtDeps } from './user-of-jwt.ts';

/** Where a request came from, with the context for lookups about its sender. */
export interface SentFrom extends CallOrigin {
  readonly address: string;
  /** Whether the request came over HTTPS, or is accepted without (DEBUG_MODE). */
  readonly isSecure: boolean;
  /** Empty without a User-Agent header. */
  readonly userAgent: string;
}

/** One kind of credentials. */
export interface Authenticator {
  /** Whether a bearer token is of this kind; if so, no other authenticator is tried. */
  recognises(token: string): boolean;
  /** @throws ServiceError with the reason for refusing the token, or `service_unavailable` when it cannot be checked. */
  authenticate(token: string, from: SentFrom): Promise<Actor>;
}

/**
 * The actor who sent a request. The first authenticator that recognises the token decides.
 * @throws ServiceError `rest_cannot_access` without credentials, with credentials other than a bearer token, or with a
 * token of an unknown kind.
 */
export async function authenticate(
  authorization: string | undefined,
  authenticators: readonly Authenticator[],
  from: SentFrom,
): Promise<Actor> {
  if (!authorization)
    throw new ServiceError('rest_cannot_access', 'Only authenticated users can access the REST API.');
  const token = readBearer(authorization);
  const authenticator = authenticators.find(
    (candidate) => token !== undefined && candidate.recognises(token),
  );
  if (token === undefined || !authenticator) throw new ServiceError('rest_cannot_access', 'Invalid token');
  return authenticator.authenticate(token, from);
}

/** All accepted kinds of credentials, in the order in which they are tried. */
export function authenticators(jwt: JwtDeps, siteLinks: SiteLinkActors): readonly Authenticator[] {
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
