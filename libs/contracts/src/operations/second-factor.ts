import { z } from 'zod';
import { defineAdminOperation, defineGatewayOperation } from '../operation.ts';
import { keyText } from '../text-bounds.ts';
import { assertionSchema, attestationSchema, creationOptionsSchema } from './passkey-answers.ts';

/** A code of the second factor: six digits of an app, or a recovery code. */
const code = keyText;

/** A proof of the second factor: a code, or the answer of a passkey to the challenge of an earlier refusal. */
const proof = { code: code.optional(), passkey: assertionSchema.optional() };

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});

/** A passkey as its user sees it. */
export type ListedPasskey = z.infer<typeof passkeySchema>;

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
    /** The number of passkeys. */
    passkeys: z.int(),
    /** The number of unused recovery codes. */
    recovery_codes: z.int(),
    /** Whether a role of the caller requires a second factor. */
    required: z.boolean(),
    /** The domain of passkeys: pages at it and below it can use them. Null when this installation has none. */
    passkey_domain: z.string().nullable(),
  }),
  errors: ['user_id'],
});

/**
 * Makes the secret of an app that makes codes (TOTP). It is in force once `users.confirm_totp` has confirmed it; until then an earlier one stays. To
 * replace a secret in force, or beside a passkey, a proof is required. A repeat makes another secret, which replaces the first.
 */
export const usersBeginTotp = defineGatewayOperation({
  name: 'users.begin_totp',
  kind: 'write',
  isAdministration: true,
  isForSetup: true,
  summary: 'Begin with an app that makes codes. Only this answer contains its secret.',
  input: z.object(proof),
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

/** Removes the app, and without passkeys the recovery codes. Refused when it is the last factor of a caller whose role requires one. */
export const usersRemoveTotp = defineGatewayOperation({
  name: 'users.remove_totp',
  kind: 'write',
  isAdministration: true,
  summary: 'Remove the app that makes codes.',
  input: z.object(proof),
  output: z.literal(true),
  errors: ['user_id', 'second_factor_required', 'too_many_requests'],
});

/**
 * Begins with a passkey: the options for `navigator.credentials.create`, with a challenge that is valid once and for five minutes. Beside a second
 * factor in force, a proof is required.
 */
export const usersBeginPasskey = defineGatewayOperation({
  name: 'users.begin_passkey',
  kind: 'write',
  isAdministration: true,
  isForSetup: true,
  summary: 'Begin with a passkey: the options with which the browser makes it.',
  input: z.object(proof),
  output: creationOptionsSchema,
  errors: ['user_id', 'second_factor_required', 'passkey_refused', 'too_many_requests'],
});

/** Stores a passkey. The answer has recovery codes when there were none; that to a repeat under the same `Idempotency-Key` lacks them. */
export const usersAddPasskey = defineGatewayOperation({
  name: 'users.add_passkey',
  kind: 'write',
  isAdministration: true,
  isForSetup: true,
  summary: 'Add the passkey that the browser has made.',
  input: z.object({ name: keyText, response: attestationSchema }),
  output: passkeySchema.extend({ recovery_codes: z.array(z.string()).optional() }),
  errors: ['user_id', 'second_factor_required', 'passkey_refused', 'too_many_requests'],
});

/** The passkeys of the caller, the oldest first. */
export const usersPasskeys = defineGatewayOperation({
  name: 'users.passkeys',
  kind: 'read',
  isAdministration: true,
  isForSetup: true,
  summary: 'The passkeys of the caller.',
  input: z.object({}),
  output: z.object({ passkeys: z.array(passkeySchema) }),
  errors: ['user_id'],
});

/** Removes a passkey, and with the last factor the recovery codes. Refused when it is the last factor of a caller whose role requires one. */
export const usersRemovePasskey = defineGatewayOperation({
  name: 'users.remove_passkey',
  kind: 'write',
  isAdministration: true,
  summary: 'Remove a passkey.',
  input: z.object({ id: keyText, ...proof }),
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
