import { usersLogin, usersRefreshSession, usersResetPassword } from '@svc/contracts';
import { forAnyone, type Endpoint } from './endpoint.ts';
import { flag, orEmpty } from './coercions.ts';
import { clientAddress, firstOf, fromBody, inBody, inQuery, publicUrl, userAgent } from './input-sources.ts';

/** Tokens (docs/guides/authentication.md), whose namespace has no prefix, the API index, and password resets by mail. */
export const authEndpoints: readonly Endpoint[] = [
  forAnyone(
    'POST /jwt-auth/v1/token',
    usersLogin,
    {
      username: firstOf(inBody('username', orEmpty), inQuery('username', orEmpty)),
      password: firstOf(inBody('password', orEmpty), inQuery('password', orEmpty)),
      refresh: firstOf(inBody('refresh', flag), inQuery('refresh', flag)),
      issuer: publicUrl,
      address: clientAddress,
      user_agent: userAgent,
    },
    { limit: 'LOGIN_REQUESTS_PER_MINUTE', hasSecret: true },
  ),
  forAnyone(
    'POST /jwt-auth/v1/token/refresh',
    usersRefreshSession,
    { ...fromBody('refresh_token'), issuer: publicUrl, address: clientAddress },
    { limit: 'LOGIN_REQUESTS_PER_MINUTE', hasSecret: true },
  ),
  {
    method: 'POST',
    path: '/jwt-auth/v1/token/validate',
    access: 'public',
    answer: 'validate_token',
  },
  { method: 'GET', path: '/', access: 'caller', answer: 'api_index' },
  forAnyone(
    'POST /{ns}/v1/users/reset_password',
    usersResetPassword,
    { ...fromBody('token', 'password'), address: clientAddress },
    { limit: 'LOGIN_REQUESTS_PER_MINUTE' },
  ),
];
