import { z } from 'zod';

/** The read shape of dates (docs/reading-a-record.md#what-a-field-reads): Unix seconds as text, and the same in the site's date format. */
export const dateShape = z.object({ timestamp: z.string(), formatted: z.string() });

/** A record as get, create and update answer it: these keys, and one per field that is set. */
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

/** The answer of create and update to a caller who may write but not view. */
export const recordIdSchema = z.object({ ID: z.int() });

/** A record as lists show it. */
export const listItemSchema = z.looseObject({
  ID: z.int(),
  post_title: z.string(),
  name: z.string(),
  post_type: z.string(),
  post_date: dateShape,
  permalink: z.string(),
});

/** A page of a list; `total` counts all matches. */
export const listPageSchema = z.object({ posts: z.array(listItemSchema), total: z.int() });

/** An activity item as the list of a record's history shows it (docs/history.md). */
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

/** One item of a record's history. */
export type ActivityItem = z.infer<typeof activityItemSchema>;

/** A reason to see records of a type: it opens the records that meet all its conditions, or without conditions every record. One of several is enough. */
export const grantSchema = z.object({
  /** A user: records that are shared with them. */
  shared_with: z.int().optional(),
  /** Options of the field `type`. */
  types: z.array(z.string()).optional(),
  /** Options of the field `sources`, beside `types`. */
  sources: z.array(z.string()).optional(),
});

/** Why somebody may see records: see `grantSchema`. */
export type Grant = z.infer<typeof grantSchema>;
