import { z } from 'zod';
import { longText } from '../text-bounds.ts';
import { defineClientOperation } from '../operation.ts';
import { fieldErrors } from './field-errors.ts';
import { fromDigits } from '../sent-digits.ts';
import { shownAs } from '../shown-shape.ts';

/** The maximum number of comments in a request of a transfer. */
export const maxTransferredComments = 200;

/** The connection types of links over which contacts may be sent to the other site. */
export const sendingLinkTypes: readonly string[] = ['contact_sharing', 'contact_sending'];

/** The connection types of links over which the other site may send contacts. */
export const receivingLinkTypes: readonly string[] = ['contact_sharing', 'contact_receiving'];

/** How long to wait for the answer of another site, in milliseconds: its own deadline, and time for a contact with many comments. */
export const remoteAnswerMs = 15_000;

/** An id in a body: a number, or its digits from a form. The handler refuses an absent or empty id with its own error. */
const sentId = z.preprocess(
  (sent) => (sent === '' ? undefined : fromDigits(sent)),
  z.int().positive().nullish(),
);

const sentText = longText.nullish();

/** Sends a contact to the other site of a link, and closes the contact here (docs/guides/transfer.md#sending). */
export const recordsTransfer = defineClientOperation({
  name: 'records.transfer',
  kind: 'write',
  postType: 'contacts',
  summary: 'Send a contact to the other site of a site link.',
  input: z.object({ contact_id: sentId, site_post_id: sentId }),
  output: z.literal(true),
  errors: [
    'Disciple_Tools_Contacts_Transfer::contact_transfer_endpoint',
    'Disciple_Tools_Contacts_Transfer::contact_transfer',
    'transfer',
    'update_post',
    // Its comments are read after its fields; it may have been deleted in between.
    'get_post_comments',
    ...fieldErrors,
  ],
});

/** The answer to the site that sends a contact. `FAIL` has HTTP status 200, as senders expect. */
const receivedTransferSchema = z.union([
  z.object({
    status: z.literal('OK'),
    transfer_foreign_key: z.string(),
    errors: z.object({ errors: z.array(z.never()), error_data: z.array(z.never()) }),
    created_id: z.int(),
  }),
  z.object({ status: z.literal('FAIL'), error: z.string() }),
]);

const moment = z.union([z.string(), z.number()]).optional();

/** Comments of a transferred contact; a list that a form sends as an object counts as a list. */
const transferredComments = shownAs(
  z.unknown(),
  z.array(
    z.object({
      comment_content: z.string(),
      comment_date: moment,
      comment_date_gmt: moment,
      comment_type: z.string().optional(),
      user_id: z.union([z.string(), z.number()]).optional(),
    }),
  ),
);

const values = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()), z.string()]);

/** A contact as its installation exports it (docs/guides/transfer.md#sending). */
const transferredContactShape = z.object({
  post: z.object({
    ID: z.union([z.int(), z.string()]).optional(),
    post_title: z.string().optional(),
    guid: z.string().optional(),
    post_date: moment,
    post_date_gmt: moment,
  }),
  postmeta: z.record(z.string(), values).optional().describe('The values of each field by meta key.'),
  people_groups: values.optional().describe('Names of people groups.'),
  comments: transferredComments.optional(),
  transfer_foreign_key: z.string().optional(),
});

/** Creates the contact that another site sends, over a link that may create contacts (docs/guides/transfer.md#receiving). */
export const recordsReceiveTransfer = defineClientOperation({
  name: 'records.receive_transfer',
  kind: 'write',
  postType: 'contacts',
  summary: 'Create the contact that another site transfers.',
  input: z.object({ contact_data: shownAs(z.unknown(), transferredContactShape).optional() }),
  output: receivedTransferSchema,
  errors: ['Disciple_Tools_Contacts_Transfer::receive_transfer_endpoint'],
});

/** Adds comments beyond the `maxTransferredComments` of the first request. */
export const recordsReceiveTransferComments = defineClientOperation({
  name: 'records.receive_transfer_comments',
  kind: 'write',
  postType: 'contacts',
  summary: 'Add further comments to a contact that was transferred.',
  input: z.object({
    post_id: sentId,
    transfer_foreign_key: sentText,
    comments: transferredComments.optional(),
  }),
  output: z.literal(true),
  errors: ['Disciple_Tools_Contacts_Transfer::receive_transfer_comments_endpoint'],
});

const shownOption = z.object({ key: z.string(), label: z.string() }).nullable();

/** The current state of a transferred contact, for the site that sent it. `contact_id` is the id at that site. */
export const recordsTransferSummary = defineClientOperation({
  name: 'records.transfer_summary',
  kind: 'read',
  postType: 'contacts',
  summary: 'The state of a contact that a site link transferred.',
  input: z.object({ contact_id: sentId, transfer_foreign_key: sentText }),
  output: z.object({
    overall_status: shownOption,
    seeker_path: shownOption,
    milestones: z.array(z.string()),
  }),
  errors: ['Disciple_Tools_Contacts_Transfer::contact_transfer_summary_endpoint'],
});

/** Sends a comment on a transferred contact to the site that received it. */
export const recordsSendTransferUpdate = defineClientOperation({
  name: 'records.send_transfer_update',
  kind: 'write',
  postType: 'contacts',
  summary: 'Send a comment to the site to which a contact was transferred.',
  input: z.object({ contact_id: sentId, update: sentText }),
  output: z.object({ success: z.boolean() }),
  errors: ['Disciple_Tools_Contacts_Transfer::contact_transfer_summary_send_update_endpoint'],
});

/** Receives a comment of `records.send_transfer_update`. `contact_id` is the id at the site that sends it. */
export const recordsReceiveTransferUpdate = defineClientOperation({
  name: 'records.receive_transfer_update',
  kind: 'write',
  postType: 'contacts',
  summary: 'Comment on a contact for the site that transferred it.',
  input: z.object({ contact_id: sentId, transfer_foreign_key: sentText, update: sentText }),
  output: z.object({ success: z.literal(true) }),
  errors: ['Disciple_Tools_Contacts_Transfer::contact_transfer_summary_receive_update_endpoint'],
});

const statusCounts = z.array(z.object({ status: z.string(), count: z.string() }));
const pathCounts = z.array(z.object({ seeker_path: z.string(), count: z.string() }));
const milestoneCounts = z.array(z.object({ milestones: z.string(), value: z.string() }));

/** For the site that sent contacts: their state and its changes, as labels and counts (docs/guides/transfer.md). */
export const recordsTransferMetrics = defineClientOperation({
  name: 'records.transfer_metrics',
  kind: 'read',
  postType: 'contacts',
  summary: 'The values and changes of the contacts that a site link transferred in a period.',
  /** Unix seconds. */
  input: z.object({
    start: z.preprocess(fromDigits, z.int().min(0).nullish()),
    end: z.preprocess(fromDigits, z.int().min(0).nullish()),
  }),
  output: z.object({
    total: z.string(),
    statuses_current: statusCounts,
    statuses_changes: statusCounts,
    seeker_paths_current: pathCounts,
    seeker_paths_changes: pathCounts,
    milestones_current: milestoneCounts,
    milestones_changes: milestoneCounts,
  }),
  errors: ['Disciple_Tools_Contacts_Transfer::contact_transfer_metrics_endpoint'],
});
