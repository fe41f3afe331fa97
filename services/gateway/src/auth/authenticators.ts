import type { Authenticator } from './authenticate.ts';
import { jwtAuthenticator } from './jwt-authenticator.ts';
import type { SiteLinkActors } from './site-link-actors.ts';
import { siteLinkAuthenticator } from './site-link-authenticator.ts';
import type { JwtDeps } from './user-of-jwt.ts';

/** What credentials are checked with. */
export interface AuthenticatorDeps {
  readonly jwt: JwtDeps;
  readonly siteLinks: SiteLinkActors;
}

/** All kinds of credentials that are accepted, in the order in which they are tried. A new kind is one more entry here. */
export function authenticators({ jwt, siteLinks }: AuthenticatorDeps): readonly Authenticator[] {
  return [jwtAuthenticator(jwt), siteLinkAuthenticator(siteLinks)];
}
