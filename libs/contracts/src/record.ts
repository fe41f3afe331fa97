import { z } from 'zod';
import { keyText } from './text-bounds.ts';

/** A date in answers (docs/guides/reading-a-record.md#fields-in-an-answer): Unix seconds as text, and the date in the site's date format. */
export const dateShape = z.object({ timestamp: z.string(), formatted: z.string() });

/** A record in the answers of get, create and update: these keys, and the key of each field that is set. */
export const recordSchema = z.looseObject({
  ID: z.int(),
  post_type: z.string(),
  name: z.string(),
  title: z.string(),
  permalink: z.string(),
  post_date: dateShape,
  created_date: dateShape,
  last_modified: dateShape,
  post_author: z.string(),
  post_author_display_name: z.string(),
});

/** A record as clients read it: see `recordSchema`. */
export type RecordShape = z.infer<typeof recordSchema>;

/** The answer of a write: the record, or only its id when the caller may not view it. */
export const recordOrIdSchema = z.union([recordSchema, z.object({ ID: z.int() })]);

/**
 * A record in a list: these keys, and those of the requested fields. Clients of the older API get `ID` as a string
 * (docs/reference/dialects.md#where-the-prefixes-differ).
 */
export const listItemSchema = z.looseObject({
  ID: z.int(),
  post_title: z.string(),
  name: z.string(),
  post_type: z.string(),
  post_date: dateShape,
  permalink: z.string(),
});

/** The total is absent only where a request asks for that. Callers that do not ask can rely on its type. */
const totalSchema = z.int().optional().meta({ 'x-absent-with': 'count=none' }) as unknown as z.ZodInt;

const cursorSchema = z.string().nullable().optional();

/** A page of a list; `total` counts all matches, and the cursors lead to the pages after and before it. */
export const listPageSchema = z.object({
  posts: z.array(listItemSchema),
  total: totalSchema,
  next_cursor: cursorSchema,
  previous_cursor: cursorSchema,
});

/** An item in the list of a record's history (docs/guides/history.md). */
export const activityItemSchema = z.object({
  meta_key: z.string(),
  avatar: z.string(),
  gravatar: z.string(),
  name: z.string(),
  object_note: z.string(),
  hist_time: z.string(),
  meta_id: z.string(),
  histid: z.string(),
  field_type: z.string(),
});

/** An item of a record's history: see `activityItemSchema`. */
export type ActivityItem = z.infer<typeof activityItemSchema>;

/** A reason why an actor may see records of a type. It opens records that meet all its conditions; without conditions, all records. One grant suffices. */
export const grantSchema = z.object({
  /** The id of a user with whom the record is shared. */
  shared_with: z.int().optional(),
  /** Options of the field `type`, one of which the record has. */
  types: z.array(keyText).optional(),
  /** Options of the field `sources`, one of which the record has. */
  sources: z.array(keyText).optional(),
});

/** A reason why an actor may see records: see `grantSchema`. */
export type Grant = z.infer<typeof grantSchema>;
