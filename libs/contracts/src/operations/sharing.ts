import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { defineCommand } from '../command.ts';
import { defineClientOperation } from '../operation.ts';
import { recordOrIdSchema } from '../record.ts';
import { commentAuthorSchema } from './comments.ts';
import { fieldErrors } from './field-errors.ts';
import { fromDigits } from '../sent-digits.ts';

const id = z.int();
const address = { post_type: keyText, id };

/** A number that the schema refuses as not an integer. */
const noInteger = 0.5;

/** The id of a user in a body or a query, as a number or as digits. */
const sentUserId = z.preprocess((sent) => {
  const id = fromDigits(sent);
  return typeof id === 'number' || id === undefined ? id : noInteger;
}, z.int().positive());

const done = z.literal(1);

/** A share as clients read it (docs/guides/sharing.md). All ids are text. */
const shareSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  post_id: z.string(),
  meta: z.null(),
  display_name: z.string(),
});

/** The users with whom a record is shared. */
export const recordsShares = defineClientOperation({
  name: 'records.shares',
  kind: 'read',
  summary: 'The users with whom a record is shared.',
  input: z.object(address),
  output: z.array(shareSchema),
  errors: ['no_permission'],
});

/** Shares a record with a user (docs/guides/sharing.md#permission-to-share). */
export const recordsShare = defineClientOperation({
  name: 'records.share',
  kind: 'write',
  summary: 'Share a record with a user.',
  input: z.object({ ...address, user_id: sentUserId }),
  output: done,
  errors: ['add_shared'],
});

/** Removes the share of a record with a user. */
export const recordsUnshare = defineClientOperation({
  name: 'records.unshare',
  kind: 'write',
  summary: 'Unshare a record with a user.',
  input: z.object({ ...address, user_id: sentUserId }),
  output: done,
  errors: ['remove_shared'],
});

/** The ids of the users who follow a record (docs/guides/sharing.md#followers). */
export const recordsFollowing = defineClientOperation({
  name: 'records.following',
  kind: 'read',
  summary: 'The ids of the users who follow a record.',
  input: z.object(address),
  output: z.array(id),
  errors: ['get_users_following_post'],
});

/** Requests access to a record that the caller cannot see. The answer is the same whether or not the record exists (docs/guides/sharing.md#requesting-access). */
export const recordsRequestAccess = defineClientOperation({
  name: 'records.request_access',
  kind: 'write',
  summary: 'Request access to a record from its assignee.',
  input: z.object(address),
  /** The id of the comment with the request. */
  output: z.string(),
  errors: ['request_record_access'],
});

/** The type of the record that an assignee accepts when a request names none. */
export const acceptedByDefault = 'contacts';

/** Accepts or declines an assigned record of a type with an `acceptance` (docs/guides/sharing.md#accepting-a-contact). */
export const recordsAccept = defineClientOperation({
  name: 'records.accept',
  kind: 'write',
  summary: 'Accept or decline an assigned record.',
  /** Either says it: `overall_status` with the status of accepted records accepts, with any other status declines. */
  input: z.object({
    /** `acceptedByDefault` when absent. */
    post_type: keyText.optional(),
    id,
    accept: z.boolean().optional(),
    overall_status: keyText.optional(),
  }),
  output: recordOrIdSchema,
  errors: ['rest_no_route', 'accept_contact', 'update_post', ...fieldErrors],
});

/** The maximum number of users with whom the mentions in a comment can share its record. */
export const maxMentioned = 100;

/** Shares a record with the users whom a comment mentions, if its author may share the record. */
export const shareMentioned = defineCommand({
  name: 'records.share_mentioned',
  sender: 'comments',
  summary: 'Share a record with the users whom a comment mentions.',
  input: z.object({
    post_type: keyText,
    record_id: id,
    user_ids: z.array(id).max(maxMentioned),
    author: commentAuthorSchema,
  }),
  /** The users with whom the record was not shared before. */
  result: z.object({ shared_with: z.array(id) }),
});
