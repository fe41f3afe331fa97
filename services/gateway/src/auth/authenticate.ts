import { ServiceError, type Actor } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import { readBearer } from './bearer.ts';

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
