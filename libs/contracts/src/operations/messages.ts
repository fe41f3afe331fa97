import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { defineOperation } from '../operation.ts';
import { addedCommentSchema } from './comments.ts';

const id = z.int();

/** How many addresses one message goes to. */
export const maxAddresses = 20;

const line = (longest: number) => z.string().trim().min(1).max(longest);

/** Facts of messages: a mail to all addresses of a record, in the caller's words. */
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
