import { ServiceError, type Actor } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import { readBearer } from './bearer.ts';

/** Where a request came from: who asks for what is found out about it, and from which address. */
export interface SentFrom extends CallOrigin {
  readonly address: string;
  /** Whether it came over HTTPS, or may come without. */
  readonly isSecure: boolean;
  /** Empty when it does not say. */
  readonly userAgent: string;
}

/** One kind of credentials. */
export interface Authenticator {
  /** Whether a bearer token is of this kind; then no other authenticator is asked. */
  recognises(token: string): boolean;
  /** @throws ServiceError saying why the token is not accepted, or `service_unavailable` when that cannot be told. */
  authenticate(token: string, from: SentFrom): Promise<Actor>;
}

/**
 * Who sent a request. The first authenticator that recognises the token decides.
 * @throws ServiceError `rest_cannot_access` without credentials, with others than a bearer, or with a token of no known kind.
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
