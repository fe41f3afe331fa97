import { usersLogin, usersResetPassword } from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Tokens (docs/authentication.md), whose namespace has no prefix, the API index, and password resets by mail. */
export const authEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'POST /jwt-auth/v1/token',
    access: 'public',
    limit: 'LOGIN_REQUESTS_PER_MINUTE',
    hasSecret: true,
    operation: usersLogin,
    input: ({ body, query, origin, publicUrl }) => ({
      username: body['username'] ?? query['username'] ?? '',
      password: body['password'] ?? query['password'] ?? '',
      issuer: publicUrl,
      address: origin.address,
    }),
  }),
  {
    method: 'POST',
    path: '/jwt-auth/v1/token/validate',
    access: 'public',
    answer: 'validate_token',
  },
  { method: 'GET', path: '/', access: 'caller', answer: 'api_index' },
  defineEndpoint({
    route: 'POST /{ns}/v1/users/reset_password',
    access: 'public',
    limit: 'LOGIN_REQUESTS_PER_MINUTE',
    operation: usersResetPassword,
    input: ({ fromBody, origin }) => ({ ...fromBody('token', 'password'), address: origin.address }),
  }),
];
