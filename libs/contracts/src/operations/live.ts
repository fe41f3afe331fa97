import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { dialectSchema, listQuerySchema } from '../list-query.ts';
import { defineGatewayOperation, defineOperation } from '../operation.ts';
import { listItemSchema } from '../record.ts';
import { fromDigits } from '../sent-digits.ts';
import { keyText, lineText } from '../text-bounds.ts';

/** The maximum number of post types of an event stream, and of readers and changes of a request. */
export const liveLimits = { postTypes: 50, readers: 500, changes: 100 } as const;

/** The changes that a reader receives: those of one record, of the records of a list query, or of all records of a type. */
const subscriptionSchema = z.object({
  post_type: keyText,
  id: z.int().optional(),
  query: listQuerySchema.optional(),
  dialect: dialectSchema,
});

/** The changes that a reader receives: see `subscriptionSchema`. */
export type Subscription = z.infer<typeof subscriptionSchema>;

/** A single value as a list of one. */
function toList(sent: unknown): unknown {
  return typeof sent === 'string' ? [sent] : sent;
}

/** Checks the parameters of an event stream (docs/guides/live.md#parameters) as a list does, and returns a subscription for each post type. */
export const recordsCheckSubscription = defineGatewayOperation({
  name: 'records.check_subscription',
  kind: 'read',
  summary: 'The subscriptions of an event stream.',
  input: z.object({
    /** One type or several. Absent: all types that the caller may list, or the type of the record. */
    post_type: z.preprocess(toList, z.array(keyText).max(liveLimits.postTypes)).optional(),
    id: z.preprocess(fromDigits, z.int().min(1)).optional(),
    /** The id of the last message that the client has received; the gateway resumes after it. */
    last_event_id: lineText.optional(),
    query: listQuerySchema.optional(),
    dialect: dialectSchema,
  }),
  output: z.object({ subscriptions: z.array(subscriptionSchema) }),
  errors: ['search_viewable_post', 'fields_to_sql', 'get_post'],
});

/** The part of an actor that many readers share; each reader has their own user id. */
export const readerRightsSchema = actorSchema.omit({
  userId: true,
  displayName: true,
  email: true,
  locale: true,
  tokenId: true,
  tokenIssuedAt: true,
});

/** The part of an actor that many readers share: see `readerRightsSchema`. */
export type ReaderRights = z.infer<typeof readerRightsSchema>;

/** Like `visibilitySchema` of events. */
const sentVisibilitySchema = z.object({
  shared_with: z.array(z.int()),
  type: keyText,
  sources: z.array(keyText),
});

const changeSchema = z.object({
  post_type: keyText,
  id: z.int(),
  /** `unshared`: the record is no longer shared with `user_id`. `commented`: a comment was created, changed or deleted. */
  kind: z.enum(['created', 'updated', 'deleted', 'unshared', 'commented']),
  user_id: z.int().optional(),
  /** Keys of the changed fields, as the event names them. */
  changed: z.array(keyText),
  /** For an event of the record: the values that decided who may see it after and before the change. */
  visibility: z.object({ after: sentVisibilitySchema, before: sentVisibilitySchema }).optional(),
});

/** A change, as far as it decides who receives it: see `changeSchema`. */
export type SentChange = z.infer<typeof changeSchema>;

/**
 * For each change: the readers who may see the record now, those whose view the record has left with it, and the keys of changed fields that
 * readers may see. Readers are positions in `readers`. `refused` are those whose subscription is no longer permitted, or could not be read.
 */
export const recordsVisibleChanges = defineOperation({
  name: 'records.visible_changes',
  kind: 'list',
  callers: ['gateway'],
  summary: 'Which readers may see which changes.',
  input: z.object({
    /** Of the form `readerRightsSchema`, which their texts, signed or made by the gateway, meet already. */
    rights: z.array(z.looseObject({})),
    subscriptions: z.array(subscriptionSchema),
    /** `rights` and `subscriptions` are positions. A change is for the readers with a subscription to its type or record. */
    readers: z
      .array(
        z.object({
          rights: z.int(),
          user_id: z.int(),
          subscriptions: z.array(z.int()).max(liveLimits.postTypes),
        }),
      )
      .max(liveLimits.readers),
    changes: z.array(changeSchema).max(liveLimits.changes),
  }),
  output: z.object({
    changes: z.array(
      z.object({ seen: z.array(z.int()), left: z.array(z.int()), changed: z.array(z.string()) }),
    ),
    refused: z.array(z.object({ reader: z.int(), code: z.string() })),
  }),
});

/** The maximum number of records of an answer. */
const maxChanges = 1_000;
const maxWaitSeconds = 60;

/**
 * Everything that a client who was away lacks (docs/guides/live.md#after-a-time-away): the records of a type that the caller sees and that
 * were created, changed or came into view since the cursor, in their present state, and the ids of those that were deleted or went out of view.
 */
export const recordsChanges = defineGatewayOperation({
  name: 'records.changes',
  kind: 'list',
  summary: 'The changes of records since a cursor.',
  input: z.object({
    post_type: keyText,
    since: lineText.optional(),
    limit: z.preprocess(fromDigits, z.int().min(1).max(maxChanges)).optional(),
    /** Seconds for which the gateway waits for changes while there are none. */
    wait: z.preprocess(fromDigits, z.int().min(0).max(maxWaitSeconds)).optional(),
  }),
  output: z.object({
    records: z.array(listItemSchema),
    removed: z.array(z.int()),
    /** By id: the versions of the records, for `If-Match`. */
    versions: z.record(z.string(), z.int()),
    cursor: z.string(),
    /** Whether there are more changes now. */
    more: z.boolean(),
  }),
  errors: ['search_viewable_post', 'cursor_expired'],
});
