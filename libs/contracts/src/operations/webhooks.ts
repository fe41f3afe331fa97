import { z } from 'zod';
import { listQuerySchema } from '../list-query.ts';
import { defineOperation } from '../operation.ts';
import { keyText, lineText } from '../text-bounds.ts';

/** The events that a webhook can receive. */
export const webhookEvents = [
  'record.created',
  'record.updated',
  'record.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
] as const;

/** The maximum number of webhooks of an installation: each costs a decision for each event. */
export const maxWebhooks = 50;

const maxNames = 100;

/** The content of a delivery: ids alone, with the old and new values of changed fields, or with the whole record. */
const bodySchema = z.enum(['ids', 'changes', 'record']);

const settingsShape = {
  url: lineText,
  events: z.array(z.enum(webhookEvents)).min(1),
  /** Absent: all types that the user may list. */
  post_types: z.array(keyText).min(1).max(maxNames).nullable().optional(),
  /** Only changes of one of these fields. */
  fields: z.array(keyText).min(1).max(maxNames).nullable().optional(),
  /** A list query: only records that match it. With exactly one post type. */
  filter: listQuerySchema.nullable().optional(),
  /** `changes` when absent. */
  body: bodySchema.optional(),
  /** The user whose rights decide what is delivered; the creator when absent. The admin tool names one. */
  as_user: z.int().min(1).optional(),
};

const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  post_types: z.array(z.string()).nullable(),
  fields: z.array(z.string()).nullable(),
  filter: listQuerySchema.nullable(),
  body: bodySchema,
  as_user: z.int(),
  /** The user who created it. */
  owner: z.int(),
  /** `paused` after repeated failure, or by an update. */
  state: z.enum(['active', 'paused']),
  /** Why it is paused. */
  reason: z.string().nullable(),
  created_at: z.string(),
});

/** A webhook as clients read it, without its secret. */
export type WebhookShape = z.infer<typeof webhookSchema>;

const withSecret = webhookSchema.extend({ secret: z.string() });

const deliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  post_type: z.string(),
  record_id: z.int(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  created_at: z.string(),
  /** When it is sent again; null when it is over. */
  next_attempt_at: z.string().nullable(),
  /** The latest attempts, newest last: the status of the answer, or why there was none, and how long it took. */
  attempts: z.array(
    z.object({ at: z.string(), status: z.int().nullable(), error: z.string().nullable(), ms: z.int() }),
  ),
});

/** A delivery as clients read it. */
export type WebhookDeliveryShape = z.infer<typeof deliverySchema>;

const ofWebhook = z.object({ id: z.int() });
/** Managers call over the gateway; the admin tool manages webhooks of any user. */
const forManagers = { audience: 'caller', callers: ['gateway', 'admin'], isAdministration: true } as const;
const errors = ['webhook_forbidden', 'webhook_not_found'] as const;

/** All webhooks of the installation (docs/guides/webhooks.md). */
export const recordsWebhooks = defineOperation({
  name: 'records.webhooks',
  kind: 'read',
  ...forManagers,
  summary: 'All webhooks.',
  input: z.object({}),
  output: z.array(webhookSchema),
  errors,
});

/** Creates a webhook. Its secret is in this answer alone. */
export const recordsCreateWebhook = defineOperation({
  name: 'records.create_webhook',
  kind: 'write',
  ...forManagers,
  summary: 'Create a webhook.',
  input: z.object(settingsShape),
  output: withSecret,
  errors: [...errors, 'search_viewable_post', 'fields_to_sql'],
});

/** Changes the given settings of a webhook; `state` pauses it or activates it again. */
export const recordsUpdateWebhook = defineOperation({
  name: 'records.update_webhook',
  kind: 'write',
  ...forManagers,
  summary: 'Change a webhook.',
  input: z.object({
    ...ofWebhook.shape,
    ...settingsShape,
    url: settingsShape.url.optional(),
    events: settingsShape.events.optional(),
    state: z.enum(['active', 'paused']).optional(),
  }),
  output: webhookSchema,
  errors: [...errors, 'search_viewable_post', 'fields_to_sql'],
});

/** Deletes a webhook with its deliveries. */
export const recordsDeleteWebhook = defineOperation({
  name: 'records.delete_webhook',
  kind: 'write',
  ...forManagers,
  summary: 'Delete a webhook.',
  input: ofWebhook,
  output: z.literal(true),
  errors,
});

/** Gives a webhook another secret. Deliveries are signed with both for a day. */
export const recordsRotateWebhook = defineOperation({
  name: 'records.rotate_webhook',
  kind: 'write',
  ...forManagers,
  summary: 'Give a webhook another secret.',
  input: ofWebhook,
  output: withSecret,
  errors,
});

/** Queues a delivery with the event `webhook.test`. */
export const recordsTestWebhook = defineOperation({
  name: 'records.test_webhook',
  kind: 'write',
  ...forManagers,
  summary: 'Send a test delivery.',
  input: ofWebhook,
  output: deliverySchema,
  errors,
});

/** The deliveries of a webhook, newest first. */
export const recordsWebhookDeliveries = defineOperation({
  name: 'records.webhook_deliveries',
  kind: 'read',
  ...forManagers,
  summary: 'The latest deliveries of a webhook.',
  input: ofWebhook,
  output: z.array(deliverySchema),
  errors,
});

/** Sends a delivery again, with the same id and body. */
export const recordsRedeliver = defineOperation({
  name: 'records.redeliver',
  kind: 'write',
  ...forManagers,
  summary: 'Send a delivery again.',
  input: z.object({ ...ofWebhook.shape, delivery: keyText }),
  output: deliverySchema,
  errors,
});
