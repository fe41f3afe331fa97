import { z } from 'zod';
import { keyText, longText } from '../text-bounds.ts';
import { defineClientOperation, defineOperation } from '../operation.ts';
import { activityItemSchema, recordOrIdSchema } from '../record.ts';
import { fieldErrors } from './field-errors.ts';
import { fromDigits } from '../sent-digits.ts';

const id = z.int();
const address = { post_type: keyText, id };
const count = z.coerce.number().int().min(0);

/** Unix seconds, as a number or as digits. */
const moment = z.preprocess(fromDigits, z.int().min(0));

/** Filters of history rows: by the `action` of a row (docs/guides/history.md), and by the type of its field. */
const kinds = {
  actions: z.array(keyText).max(100).optional(),
  field_types: z.array(keyText).max(100).optional(),
};

const rawActivityRowSchema = activityItemSchema.extend({
  user_caps: z.string(),
  action: z.string(),
  object_type: z.string(),
  object_subtype: z.string(),
  object_name: z.string(),
  object_id: z.string(),
  user_id: z.string(),
  hist_ip: z.string(),
  meta_value: z.string(),
  meta_parent: z.string(),
  old_value: z.string(),
  /** The stored note; only in answers to `revert`. */
  object_note_raw: z.string().optional(),
});

/** A stored row (docs/guides/history.md#rows) with all values as text, and with the note, name and avatar that lists show. */
export type RawActivityRow = z.infer<typeof rawActivityRowSchema>;

const activityPageSchema = z.object({ activity: z.array(activityItemSchema), total: z.int() });

/** A page of a record's history, and the total number of items. */
export type ActivityPage = z.infer<typeof activityPageSchema>;

/** The history of a record (docs/guides/history.md); with `revert` the stored rows of a period (docs/guides/history.md#rows-of-a-period). */
export const recordsActivity = defineClientOperation({
  name: 'records.activity',
  kind: 'read',
  summary: 'The history of a record, newest first; with `revert` the stored rows of a time.',
  input: z.object({
    ...address,
    number: count.optional(),
    offset: count.optional(),
    revert: z.boolean().optional(),
    /** The period, both ends included; by default from the beginning until now. */
    ts_start: moment.optional(),
    ts_end: moment.optional(),
    ...kinds,
    result_order: z.enum(['ASC', 'DESC']).optional(),
  }),
  output: z.union([activityPageSchema, z.array(rawActivityRowSchema)]),
  errors: ['get_post_activity'],
});

/** An item of the history: the stored row with its note and author; an empty list when there is no such item. */
export const recordsActivityItem = defineClientOperation({
  name: 'records.activity_item',
  kind: 'read',
  summary: 'One item of the history of a record.',
  input: z.object({ ...address, activity_id: id }),
  output: z.union([rawActivityRowSchema, z.array(z.never())]),
  errors: ['get_post_single_activity'],
});

/** Reverts one item of the history with an update by the caller (docs/guides/history.md#undoing-one-item). */
export const recordsRevertActivity = defineClientOperation({
  name: 'records.revert_activity',
  kind: 'write',
  summary: 'Revert the change of one item of the history.',
  input: z.object({ ...address, activity_id: id }),
  output: recordOrIdSchema,
  errors: ['update_post', 'get_post_activity', 'revert_activity', ...fieldErrors],
});

/** Reverts all changes from `ts_start` to `ts_end` (default: now): docs/guides/history.md#restoring-an-earlier-state. */
export const recordsRevertActivityHistory = defineClientOperation({
  name: 'records.revert_activity_history',
  kind: 'write',
  summary: 'Revert a record to its values at a time.',
  input: z.object({ ...address, ts_start: moment, ts_end: moment.optional(), ...kinds }),
  output: recordOrIdSchema,
  errors: ['update_post', 'get_post_activity', 'revert_activity', ...fieldErrors],
});

/** An item of the caller's activity, with the values of a history row that apps show. */
const activityLogItemSchema = z.object({
  histid: z.string(),
  /** Unix seconds. */
  hist_time: z.string(),
  action: z.string(),
  object_id: z.string(),
  /** The post type, under two keys: clients read either. */
  object_type: z.string(),
  post_type: z.string(),
  /** The key of the field, or what else the row is about. */
  object_subtype: z.string(),
  /** The current name of the record. */
  object_name: z.string(),
  object_note: z.string(),
  /** The kind of the action, for pages that group items. */
  object_note_short: z.string(),
  meta_key: z.string(),
  meta_value: z.string(),
  field_type: z.string(),
  /** The label of the field; empty for other rows. */
  field: z.string(),
  post_type_label: z.string(),
  /** A class of the front end's icon font; empty for types without one. */
  icon: z.string(),
});

/** An action of a user on a record: see `activityLogItemSchema`. */
export type ActivityLogItem = z.infer<typeof activityLogItemSchema>;

/** The recent activity of the caller (docs/guides/history.md#the-callers-recent-activity). */
export const recordsActivityLog = defineClientOperation({
  name: 'records.activity_log',
  kind: 'read',
  summary: 'The recent actions of the caller on records that they may still view.',
  input: z.object({}),
  output: z.array(activityLogItemSchema),
});

/** A user's actions: the latest on records that the caller may view, and their number on each day of the last year that has any. */
export const recordsUserActivity = defineOperation({
  name: 'records.user_activity',
  kind: 'read',
  audience: 'caller',
  callers: ['users'],
  summary: 'The recent actions of a user, and their number by day.',
  input: z.object({ user_id: z.int().min(1), parts: z.array(z.enum(['items', 'days'])) }),
  output: z.object({
    items: z.array(activityLogItemSchema),
    /** Days in UTC as `YYYY-MM-DD`, the oldest first. */
    days: z.array(z.object({ day: z.string(), count: z.int() })),
  }),
});

const reported = longText.optional();

/** Takes the report of a client that its user has done something; the record's history does not show it. */
export const recordsLogActivity = defineClientOperation({
  name: 'records.log_activity',
  kind: 'write',
  summary: 'Report an action of the caller, such as the view of a page.',
  input: z.object({
    action: keyText.optional(),
    object_type: keyText.optional(),
    object_id: z.preprocess(fromDigits, z.int().min(0)).optional(),
    /** Only the caller. */
    user_id: z.preprocess(fromDigits, z.int()).optional(),
    meta_key: keyText.optional(),
    meta_value: reported,
    object_note: reported,
  }),
  output: z.object({ logged: z.literal(true) }),
  errors: ['activity_param_error', 'rest_forbidden'],
});
