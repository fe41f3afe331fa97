import { z } from 'zod';
import { defineGatewayOperation, defineOperation } from '../operation.ts';
import { keyText, lineText } from '../text-bounds.ts';
import { loginAnswerSchema } from './users.ts';

/** A random value in a cookie, which binds a login to the browser that began it. */
const browser = keyText;

/** Begins a login with the identity provider (docs/guides/sign-in.md). */
export const usersBeginProviderLogin = defineOperation({
  name: 'users.begin_provider_login',
  kind: 'write',
  callers: ['gateway'],
  summary: 'Begin a login with the identity provider.',
  input: z.object({
    /** The address to which the provider sends the browser back. */
    redirect_uri: lineText,
    /** The address of the front end to which the login leads; by default the first permitted one. */
    return_to: lineText.optional(),
    /** The SHA-256 of a secret of the front end, in base64url, without which nobody redeems the code of the login. */
    code_challenge: keyText.optional(),
    browser,
  }),
  /** The address of the provider to which the browser goes. */
  output: z.object({ url: z.string() }),
  errors: ['rest_no_route'],
});

/** Ends a login with the identity provider: finds, links or creates the user, and issues a code for the front end. */
export const usersFinishProviderLogin = defineOperation({
  name: 'users.finish_provider_login',
  kind: 'write',
  callers: ['gateway'],
  summary: 'Finish a login with the identity provider.',
  input: z.object({
    /** The query with which the browser came back. */
    query: z.string().max(20_000),
    browser,
    address: lineText,
    user_agent: lineText,
  }),
  /** The address of the front end, with the code. */
  output: z.object({ url: z.string() }),
  errors: ['rest_no_route', 'sign_in_failed', 'sign_in_refused'],
});

/** How people sign in here, for the sign-in page of a front end. */
export const usersSignInOptions = defineGatewayOperation({
  name: 'users.sign_in_options',
  kind: 'read',
  summary: 'How people can sign in.',
  input: z.object({}),
  output: z.object({
    /** The identity provider of the organisation; null without one. */
    provider: z
      .object({
        /** Its name for the button. */
        name: z.string(),
        /** The path, at the address of the service, to which the browser goes. */
        start: z.string(),
      })
      .nullable(),
  }),
  errors: [],
});

/** The address at which the browser ends its session with the identity provider. */
export const usersProviderLogout = defineOperation({
  name: 'users.provider_logout',
  kind: 'read',
  callers: ['gateway'],
  summary: 'The address that ends the session with the identity provider.',
  input: z.object({ return_to: lineText.optional() }),
  output: z.object({ url: z.string() }),
  errors: ['rest_no_route'],
});

/** Exchanges the code of a login with the identity provider, once and within a minute, for the tokens of a session. */
export const usersRedeemProviderLogin = defineGatewayOperation({
  name: 'users.redeem_provider_login',
  kind: 'write',
  summary: 'Exchange the code of a login with the identity provider for a JWT.',
  input: z.object({
    code: lineText,
    /** The secret whose hash was sent as `code_challenge`. */
    code_verifier: lineText.optional(),
    refresh: z.boolean().optional(),
    issuer: lineText,
    address: lineText,
  }),
  output: loginAnswerSchema,
  incidental: ['address'],
  errors: ['sign_in_failed', 'too_many_requests'],
});
