import {
  usersLogin,
  usersRedeemProviderLogin,
  usersRefreshSession,
  usersResetPassword,
  usersSignInOptions,
} from '@svc/contracts';
import { z } from 'zod';
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
      code: firstOf(inBody('code'), inQuery('code')),
      passkey: inBody('passkey'),
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
  forAnyone(
    'POST /jwt-auth/v1/token/oidc',
    usersRedeemProviderLogin,
    {
      ...fromBody('code', 'code_verifier'),
      refresh: inBody('refresh', flag),
      issuer: publicUrl,
      address: clientAddress,
    },
    { limit: 'LOGIN_REQUESTS_PER_MINUTE', hasSecret: true },
  ),
  forAnyone('GET /jwt-auth/v1/sign-in', usersSignInOptions, {}),
  {
    method: 'POST',
    path: '/jwt-auth/v1/token/validate',
    access: 'public',
    answer: 'validate_token',
    summary: 'Check whether a token is valid.',
    output: z.union([
      z.object({ code: z.literal('jwt_auth_valid_token'), data: z.object({ status: z.literal(200) }) }),
      z.literal(false),
    ]),
    errors: [
      'jwt_auth_bad_auth_header',
      'jwt_auth_invalid_token',
      'jwt_auth_bad_iss',
      'jwt_auth_bad_request',
    ],
  },
  {
    method: 'GET',
    path: '/',
    access: 'caller',
    answer: 'api_index',
    summary: 'List the paths of the API, for discovery.',
    output: z.object({
      url: z.string(),
      contract_version: z.string(),
      namespaces: z.array(z.string()),
      routes: z.record(
        z.string(),
        z.object({
          namespace: z.string(),
          methods: z.array(z.string()),
          endpoints: z.array(
            z.object({
              methods: z.array(z.string()),
              args: z.record(
                z.string(),
                z.object({ description: z.string(), type: z.string(), required: z.boolean() }),
              ),
            }),
          ),
        }),
      ),
    }),
    errors: [],
  },
  {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    answer: 'openapi',
    tag: 'stored',
    summary: 'This document. With a token it has the post types and fields that the caller may see.',
    output: z.looseObject({ openapi: z.string() }),
    errors: ['rest_cannot_access', 'jwt_auth_invalid_token', 'too_many_requests'],
  },
  forAnyone(
    'POST /{ns}/v1/users/reset_password',
    usersResetPassword,
    { ...fromBody('token', 'password'), address: clientAddress },
    { limit: 'LOGIN_REQUESTS_PER_MINUTE' },
  ),
];
