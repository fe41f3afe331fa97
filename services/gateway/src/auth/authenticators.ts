import type { Authenticator } from './authenticate.ts';
import { jwtAuthenticator } from './jwt-authenticator.ts';
import type { JwtDeps } from './user-of-jwt.ts';

/** All kinds of credentials that are accepted, in the order in which they are tried. A new kind is one more line here. */
export function authenticators(deps: JwtDeps): readonly Authenticator[] {
  return [jwtAuthenticator(deps)];
}
