import { ServiceError } from '@svc/contracts';
import type { Authenticator } from './authenticate.ts';
import type { SiteLinkActors } from './site-link-actors.ts';

/**
 * Bearers of site links (spec 5.2): whatever is no other token. Without HTTPS none is accepted, and none is asked for:
 * the answer is the one for a token that nobody knows.
 */
export function siteLinkAuthenticator(actors: SiteLinkActors): Authenticator {
  return {
    recognises: () => true,
    authenticate: async (token, from) => {
      const actor = from.isSecure ? await actors.get(token, from) : null;
      if (!actor) throw new ServiceError('rest_cannot_access', 'Invalid token');
      return actor;
    },
  };
}
