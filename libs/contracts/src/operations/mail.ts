import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { defineOperation } from '../operation.ts';
import { addedCommentSchema } from './comments.ts';

/**
 * Where a mail stands. `waiting` and `sending` change by themselves; `failed` (refused for good, or for days) and `uncertain`
 * (nobody knows whether it went out) ones are tried again when an operator says so. `kept` is what an installation without a
 * mail server has instead of `sent`, `dropped` what had nothing left to say or nobody to say it to.
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

/** Where a mail stands: see `mailStateSchema`. */
export type MailState = z.infer<typeof mailStateSchema>;

/** A mail as the admin tool lists it. */
export const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  state: mailStateSchema,
  /** The receiver; for a message, its sender. */
  user_id: z.int().min(1),
  /** Address and subject; empty until it was made. */
  to: z.string(),
  subject: z.string(),
  /** Times as in `2026-11-22T07:00:00.000Z`. */
  created_at: z.string(),
  /** When it is looked at next; of those that are over, when they were last. */
  due_at: z.string(),
  attempts: z.int().min(0),
  /** Why it is in this state; empty where that goes without saying. */
  reason: z.string(),
});

/** A mail as the admin tool lists it. */
export type MailView = z.infer<typeof mailSchema>;

/** Admin: the newest mails, at most 1,000, of one state if it is given. */
export const usersMails = defineOperation({
  name: 'users.mails',
  kind: 'list',
  audience: 'service',
  callers: ['admin'],
  summary: 'The newest mails: what was sent, waits, or needs an operator.',
  input: z.object({ state: mailStateSchema.optional(), limit: z.int().min(1).max(1000) }),
  output: z.object({ mails: z.array(mailSchema) }),
  errors: [],
});

/** Admin: one mail with its text; with codes that set passwords only if no server sends mails. */
export const usersMail = defineOperation({
  name: 'users.mail',
  kind: 'read',
  audience: 'service',
  callers: ['admin'],
  summary: 'A mail with its text.',
  input: z.object({ id: z.string() }),
  output: mailSchema.extend({ text: z.string(), html: z.string() }),
  errors: ['unknown_mail'],
});

/** Admin: sends a mail again that has failed, or whose delivery is uncertain. */
export const usersRetryMail = defineOperation({
  name: 'users.retry_mail',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Try once more to send a mail.',
  input: z.object({ id: z.string() }),
  output: mailSchema,
  errors: ['unknown_mail'],
});

/** The operations of the admin tool for mails. */
export const mailOperations = [usersMails, usersMail, usersRetryMail] as const;

const id = z.int();

/** How many addresses one message goes to. */
export const maxAddresses = 20;

const line = (longest: number) => z.string().trim().min(1).max(longest);

/** A mail to all addresses of a record, in the caller's words (docs/mail.md#messages-to-contacts). */
export const usersSendMessage = defineOperation({
  name: 'users.send_message',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Send a mail to the addresses of a record.',
  input: z.object({
    post_type: z.string(),
    id,
    subject: line(200),
    from_name: line(100),
    reply_to: z.string().max(254).optional(),
    send_method: z.literal('email'),
    /** Plain text, in which `{{name}}` stands for the name of the record. */
    message: line(20_000),
  }),
  /** `sent`: the mail is kept for sending. False where the record has no address. */
  output: z.object({ post_id: id, sent: z.boolean() }),
  errors: ['get_post', 'user_id', 'too_many_requests'],
});

/** A message to the addresses of a record is on its way: the record's history and a comment say so. */
export const noteMessage = defineCommand({
  name: 'records.note_message',
  sender: 'users',
  summary: 'Note in the history and a comment of a record that a message was sent.',
  input: z.object({
    post_type: z.string(),
    record_id: id,
    addresses: z.array(z.string()).max(maxAddresses),
    comment: addedCommentSchema,
  }),
  /** False where the record is gone. */
  result: z.object({ noted: z.boolean() }),
});
