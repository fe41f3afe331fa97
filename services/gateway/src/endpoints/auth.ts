import { usersLogin } from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Tokens (spec 5.1). Their namespace has no prefix, and they are open. */
export const authEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/jwt-auth/v1/token',
    access: 'public',
    limit: 'LOGIN_REQUESTS_PER_MINUTE',
    operation: usersLogin,
    input: ({ body, query, origin, publicUrl }) => ({
      username: body['username'] ?? query['username'] ?? '',
      password: body['password'] ?? query['password'] ?? '',
      issuer: publicUrl,
      address: origin.ip,
    }),
  }),
  {
    method: 'POST',
    path: '/jwt-auth/v1/token/validate',
    access: 'public',
    answer: 'validate_token',
  },
];
