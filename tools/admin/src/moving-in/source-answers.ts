import { z } from 'zod';

/** Ids arrive as numbers or as texts. */
const id = z.coerce.number().int().nonnegative();
/** PHP writes an empty map as an empty list. */
const mapOf = <Value extends z.ZodType>(value: Value) =>
  z.union([
    z.array(z.never()).transform((): Record<string, z.output<Value>> => ({})),
    z.record(z.string(), value),
  ]);

export const sourceFieldSchema = z.looseObject({
  name: z.string(),
  type: z.string(),
  private: z.boolean().optional(),
});

/** A field of the source as settings describe it. */
export type SourceField = z.infer<typeof sourceFieldSchema>;

const sourceTypeSchema = z.looseObject({
  label_singular: z.string(),
  label_plural: z.string(),
  fields: mapOf(sourceFieldSchema),
  tiles: mapOf(z.looseObject({ label: z.string() })).optional(),
});

export type SourceType = z.infer<typeof sourceTypeSchema>;

/** `dt-core/v1/settings`. */
export const coreSettingsSchema = z.looseObject({ post_types: mapOf(sourceTypeSchema) });

const rolesSchema = z
  .union([z.array(z.string()), z.record(z.string(), z.unknown())])
  .transform((roles) => (Array.isArray(roles) ? roles : Object.keys(roles)));

const userRowSchema = z.looseObject({
  ID: id,
  display_name: z.string().optional(),
  user_email: z.string().optional(),
  roles: rolesSchema.optional(),
});

/** `user-management/v1/get_users`: a map by id, or a list. */
export const userRowsSchema = z
  .union([z.array(userRowSchema), z.record(z.string(), userRowSchema)])
  .transform((rows) => Object.values(rows));

/** `user-management/v1/user`. */
export const sourceUserSchema = z.looseObject({
  display_name: z.string().optional(),
  user_email: z.string().optional(),
  username: z.string().optional(),
  locale: z.string().nullish(),
  roles: rolesSchema.optional(),
});

/** `dt/v1/user/my`, of the account that reads. */
export const ownUserSchema = z.looseObject({ ID: id });

const momentSchema = z.object({ timestamp: z.coerce.number().int() });

const listItemSchema = z.looseObject({
  ID: id,
  /** The number of connections of fields that show only some of them. */
  connection_totals: z.record(z.string(), z.number()).optional(),
});

/** `dt-posts/v2/{type}/{id}`. */
export const sourceRecordSchema = listItemSchema.extend({
  name: z.coerce.string(),
  post_author: z.coerce.number().int().catch(0),
  post_date: momentSchema.optional(),
  last_modified: momentSchema.optional(),
});

export type SourceRecord = z.infer<typeof sourceRecordSchema>;

export type SourceListItem = z.infer<typeof listItemSchema>;

export const sourceListSchema = z.object({ posts: z.array(listItemSchema), total: z.coerce.number().int() });

export const connectionItemSchema = z.looseObject({
  ID: id,
  meta: mapOf(z.coerce.string()).optional(),
});

/** `…/shares`. */
export const sharesSchema = z.array(z.looseObject({ user_id: id }));

const commentSchema = z.looseObject({
  comment_ID: id,
  comment_author: z.string().catch(''),
  comment_date_gmt: z.string(),
  comment_content: z.string(),
  comment_type: z.string().catch(''),
  user_id: id.catch(0),
  comment_reactions: mapOf(z.array(z.looseObject({ user_id: id, name: z.string().catch('') }))).optional(),
  comment_meta: mapOf(z.array(z.looseObject({ value: z.unknown() }))).optional(),
});

export type SourceComment = z.infer<typeof commentSchema>;

/** `…/comments`. */
export const commentsSchema = z.object({ comments: z.array(commentSchema), total: z.coerce.number().int() });

const text = z.coerce.string().catch('');

const activityRowSchema = z.looseObject({
  histid: id,
  hist_time: z.coerce.number().int(),
  user_id: id.catch(0),
  user_caps: text,
  name: text,
  action: z.string(),
  object_subtype: text,
  object_name: text,
  object_note: text,
  object_note_raw: text,
  meta_id: id.catch(0),
  meta_key: text,
  meta_value: text,
  old_value: text,
  field_type: text,
});

export type SourceActivityRow = z.infer<typeof activityRowSchema>;

/** `…/activity?revert=1`. */
export const activityRowsSchema = z.array(activityRowSchema);

const filterSchema = z.looseObject({
  ID: z.union([z.string(), z.number()]),
  tab: z.string().catch(''),
  name: z.string(),
  query: z.record(z.string(), z.unknown()),
});

export type SourceFilter = z.infer<typeof filterSchema>;

/** `dt/v1/users/get_filters`: entries of another form are dropped, since no user has saved them. */
export const filtersSchema = z.looseObject({
  filters: z.array(z.unknown()).transform((filters) =>
    filters.flatMap((each) => {
      const read = filterSchema.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  ),
});

/** A picture in a field, identified only by the address of its full size. */
export const pictureSchema = z.looseObject({ full: z.string().min(1) });

export const filesSchema = z.array(
  z.looseObject({
    key: z.string().min(1),
    name: z.string().min(1).catch('file'),
    uploaded_at: z.coerce.number().int().optional().catch(undefined),
  }),
);
