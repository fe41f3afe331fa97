import { usersLogin, usersResetPassword } from '@svc/contracts';
import { forAnyone, type Endpoint } from './endpoint.ts';

/** Tokens (docs/guides/authentication.md), whose namespace has no prefix, the API index, and password resets by mail. */
export const authEndpoints: readonly Endpoint[] = [
  forAnyone(
    'POST /jwt-auth/v1/token',
    usersLogin,
    ({ body, query, origin, publicUrl }) => ({
      username: body['username'] ?? query['username'] ?? '',
      password: body['password'] ?? query['password'] ?? '',
      issuer: publicUrl,
      address: origin.address,
    }),
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
    ({ fromBody, origin }) => ({ ...fromBody('token', 'password'), address: origin.address }),
    { limit: 'LOGIN_REQUESTS_PER_MINUTE' },
  ),
];
