import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { defineGatewayOperation, defineOperation } from '../operation.ts';
import { keyText, lineText } from '../text-bounds.ts';
import { sentId } from '../sent-digits.ts';

const id = z.int().min(1);

const apiKeySchema = z.object({
  id,
  name: z.string(),
  /** The beginning of the key, by which people recognize it. */
  prefix: z.string(),
  access: z.enum(['read', 'write']),
  /** The only post types that the key reaches; null for all. */
  post_types: z.array(z.string()).nullable(),
  /** RFC 3339; null for a key that does not end by itself. */
  expires_at: z.string().nullable(),
  created_at: z.string(),
});

/** An API key as its user sees it. The key itself is shown only once, in the answer of `users.create_api_key`. */
const listedApiKeySchema = apiKeySchema.extend({
  /** When, and from which network address, the key was used, up to a minute ago; null for a key that was never used. */
  last_used_at: z.string().nullable(),
  last_used_from: z.string().nullable(),
});

/** An API key in the list of its user. */
export type ListedApiKey = z.infer<typeof listedApiKeySchema>;

/**
 * Creates an API key for the caller, or with `user_id` for another user, which requires an administrator. The answer to a repeat under the
 * same `Idempotency-Key` lacks the key.
 */
export const usersCreateApiKey = defineGatewayOperation({
  name: 'users.create_api_key',
  kind: 'write',
  isAdministration: true,
  summary: 'Create an API key. Only this answer contains it.',
  input: z.object({
    name: lineText,
    access: z.enum(['read', 'write']),
    post_types: z.array(keyText).min(1).max(100).optional(),
    expires_at: z.iso.datetime({ offset: true }).optional(),
    /** Whether the key reaches accounts, roles, keys and the administration of the installation. */
    administration: z.boolean().optional(),
    user_id: sentId.optional(),
  }),
  output: apiKeySchema.extend({ key: z.string().optional() }),
  errors: ['no_permissions', 'user_id'],
});

/** The API keys of the caller, or of another user for administrators; the latest first. Ended ones are left out. */
export const usersApiKeys = defineGatewayOperation({
  name: 'users.api_keys',
  kind: 'read',
  isAdministration: true,
  summary: 'The API keys of a user.',
  input: z.object({ user_id: sentId.optional() }),
  output: z.object({ keys: z.array(listedApiKeySchema) }),
  errors: ['no_permissions', 'user_id'],
});

/** Ends an API key of the caller, or of another user for administrators. Gateways refuse it within a second. */
export const usersDeleteApiKey = defineGatewayOperation({
  name: 'users.delete_api_key',
  kind: 'write',
  isAdministration: true,
  summary: 'Revoke an API key.',
  input: z.object({ id }),
  output: z.literal(true),
  errors: ['user_id'],
});

/**
 * The actor of an API key: its user with the capabilities that the user has now, within the limits of the key. `null` for an unknown key;
 * failures are counted per network address.
 */
export const usersApiKeyActor = defineOperation({
  name: 'users.api_key_actor',
  kind: 'read',
  callers: ['gateway'],
  summary: 'The actor of an API key.',
  input: z.object({ key: lineText, address: lineText }),
  output: z.object({ actor: actorSchema.nullable() }),
  errors: ['key_ended', 'too_many_requests'],
});
