import { z } from 'zod';
import { defineGatewayOperation } from '../operation.ts';
import { keyText, lineText } from '../text-bounds.ts';
import { loginAnswerSchema } from './users.ts';

/** A session as its user sees it: one login, with all tokens that followed from it. */
const sessionSchema = z.object({
  id: z.string(),
  /** The `User-Agent` of the login, and the network address of the last login or refresh. */
  device: z.string(),
  address: z.string(),
  created_at: z.string(),
  /** Up to a minute old. */
  last_used_at: z.string(),
  /** Whether the request came with a token of this session. */
  current: z.boolean(),
});

/** A session in the list of its user. */
export type ListedSession = z.infer<typeof sessionSchema>;

/**
 * Exchanges a refresh token for the next one and an access token (docs/guides/sessions.md). Within five seconds the same token gets the same
 * answer; later its session ends.
 */
export const usersRefreshSession = defineGatewayOperation({
  name: 'users.refresh_session',
  kind: 'write',
  summary: 'Exchange a refresh token for new tokens.',
  input: z.object({ refresh_token: lineText, issuer: lineText, address: lineText }),
  output: loginAnswerSchema,
  errors: ['refresh_token_invalid', 'refresh_token_reused', 'too_many_requests'],
});

/** The sessions of the caller that have not ended, the last used first. */
export const usersSessions = defineGatewayOperation({
  name: 'users.sessions',
  kind: 'read',
  isAdministration: true,
  summary: 'The sessions of the caller.',
  input: z.object({}),
  output: z.object({ sessions: z.array(sessionSchema) }),
  errors: ['user_id'],
});

/** Ends a session of the caller. Gateways refuse its tokens within a second. */
export const usersEndSession = defineGatewayOperation({
  name: 'users.end_session',
  kind: 'write',
  isAdministration: true,
  summary: 'Sign out of one session.',
  input: z.object({ id: keyText }),
  output: z.literal(true),
  errors: ['user_id'],
});

/** Ends all sessions of the caller except that of the request. */
export const usersEndOtherSessions = defineGatewayOperation({
  name: 'users.end_other_sessions',
  kind: 'write',
  isAdministration: true,
  summary: 'Sign out of all other sessions.',
  input: z.object({}),
  output: z.literal(true),
  errors: ['user_id'],
});
