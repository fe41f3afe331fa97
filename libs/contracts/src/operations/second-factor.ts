import { z } from 'zod';
import { defineAdminOperation, defineGatewayOperation } from '../operation.ts';
import { keyText } from '../text-bounds.ts';

/** A code of the second factor: six digits of an app, or a recovery code. */
const code = keyText;

/** The caller's second factor (docs/guides/second-factor.md). */
export const usersSecondFactor = defineGatewayOperation({
  name: 'users.second_factor',
  kind: 'read',
  isAdministration: true,
  isForSetup: true,
  summary: 'The second factor of the caller.',
  input: z.object({}),
  output: z.object({
    /** Whether an app makes codes for the caller. */
    totp: z.boolean(),
    /** The number of unused recovery codes. */
    recovery_codes: z.int(),
    /** Whether a role of the caller requires a second factor. */
    required: z.boolean(),
  }),
  errors: ['user_id'],
});

/**
 * Makes the secret of an app that makes codes (TOTP). It is in force once `users.confirm_totp` has confirmed it; until then an earlier one stays. To
 * replace a secret in force, a `code` is required. A repeat makes another secret, which replaces the first.
 */
export const usersBeginTotp = defineGatewayOperation({
  name: 'users.begin_totp',
  kind: 'write',
  isAdministration: true,
  isForSetup: true,
  summary: 'Begin with an app that makes codes. Only this answer contains its secret.',
  input: z.object({ code: code.optional() }),
  output: z.object({ secret: z.string(), otpauth_url: z.string() }),
  errors: ['user_id', 'second_factor_required', 'too_many_requests'],
});

/** Confirms the secret with a code of the app. The answer to a repeat under the same `Idempotency-Key` lacks the recovery codes. */
export const usersConfirmTotp = defineGatewayOperation({
  name: 'users.confirm_totp',
  kind: 'write',
  isAdministration: true,
  isForSetup: true,
  summary: 'Confirm the app with a code. Only this answer contains the recovery codes.',
  input: z.object({ code }),
  output: z.object({ recovery_codes: z.array(z.string()).optional() }),
  errors: ['user_id', 'second_factor_required', 'too_many_requests'],
});

/** Removes the app and the recovery codes. Refused for callers with a role that requires a second factor. */
export const usersRemoveTotp = defineGatewayOperation({
  name: 'users.remove_totp',
  kind: 'write',
  isAdministration: true,
  summary: 'Remove the app that makes codes.',
  input: z.object({ code }),
  output: z.literal(true),
  errors: ['user_id', 'second_factor_required', 'too_many_requests'],
});

/** Removes the second factor of a user who has lost it, and ends their sessions. */
export const usersResetSecondFactor = defineAdminOperation({
  name: 'users.reset_second_factor',
  kind: 'write',
  summary: 'Remove the second factor of a user who has lost it.',
  input: z.object({ username: keyText }),
  output: z.literal(true),
  errors: ['user_id'],
});
