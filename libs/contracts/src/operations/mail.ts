import { z } from 'zod';
import { keyText, lineText } from '../text-bounds.ts';
import { defineCommand } from '../command.ts';
import { defineAdminOperation, defineOperation, defineGatewayOperation } from '../operation.ts';
import { addedCommentSchema } from './comments.ts';

/**
 * The state of a mail. `waiting` and `sending` change by themselves. `failed` (refused permanently, or for days) and `uncertain` (it may
 * have been sent) are final until an operator retries. Without a mail server, mails become `kept` instead of `sent`. A `dropped` mail
 * no longer had content or a recipient.
 */
export const mailStateSchema = z.enum([
  'waiting',
  'sending',
  'sent',
  'kept',
  'failed',
  'uncertain',
  'dropped',
]);

/** The state of a mail: see `mailStateSchema`. */
export type MailState = z.infer<typeof mailStateSchema>;

const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  state: mailStateSchema,
  /** The user who receives the mail; for a message to a contact, the user who sends it. */
  user_id: z.int().min(1),
  /** Address and subject; empty until the mail is composed. */
  to: z.string(),
  subject: z.string(),
  /** Times in the form `2026-11-22T07:00:00.000Z`. */
  created_at: z.string(),
  /** When the next attempt is due; for a mail in a final state, about when the last attempt was made. */
  due_at: z.string(),
  attempts: z.int().min(0),
  /** Why the mail is in this state; empty when the state explains itself. */
  reason: z.string(),
});

/** A mail as the admin tool lists it. */
export type MailView = z.infer<typeof mailSchema>;

/** For callers with `manage_dt`, the newest mails, at most 1,000, 50 by default; with `state` only those in this state. */
export const usersMails = defineOperation({
  name: 'users.mails',
  kind: 'list',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'The newest mails, sent, waiting or failed.',
  input: z.object({ state: mailStateSchema.optional(), limit: z.int().min(1).max(1000).optional() }),
  output: z.object({ mails: z.array(mailSchema) }),
  errors: ['rest_forbidden'],
});

/** Admin: a mail with its text. Codes that set passwords are shown only in an installation without a mail server. */
export const usersMail = defineAdminOperation({
  name: 'users.mail',
  kind: 'read',
  summary: 'A mail with its text.',
  input: z.object({ id: keyText }),
  output: mailSchema.extend({ text: z.string(), html: z.string() }),
  errors: ['unknown_mail'],
});

/** For callers with `manage_dt`: retries a mail that is `failed` or `uncertain`. */
export const usersRetryMail = defineOperation({
  name: 'users.retry_mail',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Retry a mail.',
  input: z.object({ id: keyText }),
  output: mailSchema,
  errors: ['rest_forbidden', 'unknown_mail'],
});

/** Admin: cancels a mail that waits to be sent, which is then `dropped`. A mail that is being sent may arrive. */
export const usersCancelMail = defineAdminOperation({
  name: 'users.cancel_mail',
  kind: 'write',
  summary: 'Cancel a waiting mail.',
  input: z.object({ id: keyText }),
  output: mailSchema,
  errors: ['unknown_mail'],
});

const id = z.int();

/** The maximum number of addresses of a message. */
export const maxAddresses = 20;

const line = (longest: number) => z.string().trim().min(1).max(longest);

/** Sends a mail that the caller has written to all addresses of a record (docs/guides/messages.md#messages-to-contacts). */
export const usersSendMessage = defineGatewayOperation({
  name: 'users.send_message',
  kind: 'write',
  summary: 'Send a mail to the addresses of a record.',
  input: z.object({
    post_type: keyText,
    id,
    subject: line(200),
    from_name: line(100),
    reply_to: z.string().max(254).optional(),
    send_method: z.literal('email'),
    /** Plain text. `{{name}}` is replaced by the name of the record. */
    message: line(20_000),
  }),
  /** `sent`: whether the mail is queued; false when the record has no address. */
  output: z.object({ post_id: id, sent: z.boolean() }),
  errors: ['get_post', 'user_id', 'too_many_requests'],
});

/** Notes a message to the addresses of a record in its history and in a comment. */
export const noteMessage = defineCommand({
  name: 'records.note_message',
  sender: 'users',
  summary: 'Add a sent message to the history and the comments of a record.',
  input: z.object({
    post_type: keyText,
    record_id: id,
    addresses: z.array(lineText).max(maxAddresses),
    comment: addedCommentSchema,
  }),
  /** False when the record no longer exists. */
  result: z.object({ noted: z.boolean() }),
});

/** Mails a magic link to records. The service has no magic links: every request is refused, as for an unknown type of them. */
export const usersEmailMagic = defineGatewayOperation({
  name: 'users.email_magic',
  kind: 'write',
  summary: 'Refused: the service has no magic links.',
  input: z.object({
    post_type: keyText,
    root: keyText.optional(),
    type: keyText.optional(),
    post_ids: z
      .array(z.union([z.int(), keyText]))
      .max(1000)
      .optional(),
  }),
  output: z.literal(true),
  errors: ['email_magic'],
});

/** Mails the owner of a webhook that it was paused after repeated failure. */
export const usersPausedWebhook = defineOperation({
  name: 'users.paused_webhook',
  kind: 'write',
  callers: ['records'],
  summary: 'Mail the owner of a paused webhook.',
  input: z.object({ user_id: z.int(), url: lineText, reason: lineText }),
  output: z.literal(true),
});
