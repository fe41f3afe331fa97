import { z } from 'zod';

/** An option of a select field (docs/guides/extension-declarations.md#attributes-of-a-field). Settings show further attributes as they are declared. */
export const optionSchema = z.looseObject({
  label: z.string(),
  description: z.string().optional(),
  color: z.string().optional(),
  hidden: z.boolean().optional(),
  icon: z.string().optional(),
});

/** An option of a select field: see `optionSchema`. */
export type FieldOption = z.infer<typeof optionSchema>;

/**
 * A declared field (docs/guides/extension-declarations.md#attributes-of-a-field). The attributes that the service uses are typed; all others are stored and
 * shown in settings. `default` contains the options of select fields, and the default value of others.
 */
export const fieldDefinitionSchema = z.looseObject({
  name: z.string().min(1),
  type: z.string().min(1),
  description: z.string().optional(),
  default: z.unknown().optional(),
  tile: z.string().optional(),
  customizable: z.union([z.boolean(), z.enum(['add_only', 'all'])]).optional(),
  in_create_form: z.union([z.boolean(), z.array(z.string())]).optional(),
  hidden: z.boolean().optional(),
  show_in_table: z.union([z.int(), z.boolean()]).optional(),
  only_for_types: z.array(z.string()).optional(),
  custom_display: z.boolean().optional(),
  icon: z.string().optional(),
  'font-icon': z.string().optional(),
  required: z.boolean().optional(),
  private: z.boolean().optional(),
  min_option: z.number().optional(),
  max_option: z.number().optional(),
  select_cannot_be_empty: z.boolean().optional(),
  default_color: z.string().optional(),
  /** key_select: the options are steps of a path, in order; when a change skips steps, the history lists them too. Not shown in settings. */
  is_path: z.boolean().optional(),
  /** Communication channels: a written entry with `geolocate` adds its place to `location_grid_meta`. Not shown in settings. */
  is_address: z.boolean().optional(),
  /** Communication channels: whether clients hide the domain of a web address. */
  hide_domain: z.boolean().optional(),
  /** Connections: the type of the connected records, the key that both ends share, and which end this field is. */
  post_type: z.string().optional(),
  p2p_key: z.string().optional(),
  p2p_direction: z.enum(['from', 'to', 'any']).optional(),
  'create-icon': z.string().optional(),
  /**
   * Connections: the notes in the history of a record when a connection is added or removed, with `{0}` for the other record and `{1}` for
   * the record itself. Not shown in settings.
   */
  history_notes: z.object({ connected: z.string(), disconnected: z.string() }).optional(),
  /** Connections whose number is stored: `field_key` of `post_type` is the number of connections in its `connection_field`. */
  connection_count_field: z
    .object({ post_type: z.string(), field_key: z.string(), connection_field: z.string() })
    .optional(),
});

/** A field as an extension declares it: nested attributes must be known, and some are never shown in settings. */
export const fieldDeclarationSchema = fieldDefinitionSchema.extend({
  history_notes: fieldDefinitionSchema.shape.history_notes.unwrap().strict().optional(),
  connection_count_field: fieldDefinitionSchema.shape.connection_count_field.unwrap().strict().optional(),
  /** Connections: no field of the other post type shows the other end. Not shown in settings. */
  one_way: z.boolean().optional(),
  /** Files: media types (also as `image/*`) and extensions of accepted files, and the size limit in megabytes. */
  accepted_file_types: z.array(z.string()).optional(),
  max_file_size: z.number().optional(),
});

/** A declared field: see `fieldDeclarationSchema`. */
export type FieldDefinition = z.infer<typeof fieldDeclarationSchema>;

/** A group of fields on a record's page. */
export const tileSchema = z.looseObject({
  label: z.string(),
  tile_priority: z.int().optional(),
  order: z.array(z.string()).optional(),
});

/** A tile: see `tileSchema`. */
export type Tile = z.infer<typeof tileSchema>;

/** The key of the status field, and its option for archived records. */
export const statusFieldSchema = z.object({ status_key: z.string(), archived_key: z.string() });

/** Another key of a field, for writes and filters. With `read` answers show the field under this key too. */
const fieldAliasSchema = z.strictObject({ field: z.string(), read: z.boolean().optional() });

/** Selects records by options: key of a key_select → options, one of which the record has. */
const optionsHeldSchema = z.record(z.string(), z.array(z.string()).min(1));

const duplicatesSchema = z.strictObject({
  /** Records that are never offered as duplicates. */
  never_offered: optionsHeldSchema.optional(),
  /** Records that a create never updates in place of creating a new one. */
  never_updated: optionsHeldSchema.optional(),
  /** Records that get a comment about their possible duplicates when a site link creates them. */
  warned_of: optionsHeldSchema.optional(),
});

/** Who is notified of a record, in deviation from the rules of all types (docs/guides/notifications.md). */
const notificationsSchema = z.strictObject({
  /** Records whose changes notify nobody. Comments do, and an assignee who declines. */
  unannounced: optionsHeldSchema.optional(),
  /** Records whose comments also notify users who have this capability and follow all records (`follow_all`). */
  followed_by_all: z.strictObject({ capability: z.string(), records: optionsHeldSchema }).optional(),
  /** The multi_select whose new options all followers are notified of, each as a milestone. */
  milestones: z.string().optional(),
});

const writtenValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** The fields that the answer of an assignee writes. A declined record also returns to its last assigner (`assigned_to`). */
const acceptanceSchema = z.strictObject({ accepted: writtenValuesSchema, declined: writtenValuesSchema });

/** The records of a type that a capability opens, and the actions. */
const openingSchema = z.strictObject({
  capability: z.string(),
  /** The permitted actions; all when absent. */
  actions: z.array(z.enum(['view', 'update', 'list'])).optional(),
  /** Only records with one of these options in their key_select `type`. */
  types: z.array(z.string()).optional(),
  /**
   * `true`: only for callers who are limited to some sources, and only records with one of these in their multi_select `sources`. `false`:
   * only for callers who are not limited. Absent: for all callers.
   */
  limited: z.boolean().optional(),
});

/** A post type as an extension declares it. */
export const postTypeDeclarationSchema = z.strictObject({
  label_singular: z.string(),
  label_plural: z.string(),
  hidden: z.boolean().optional(),
  status_field: statusFieldSchema.strict().optional(),
  tiles: z.record(z.string(), tileSchema).optional(),
  fields: z.record(z.string(), fieldDeclarationSchema).optional(),
  /** The fields by which records may be duplicates: the name and communication channels. All of these when absent. */
  duplicate_fields: z.array(z.string()).min(1).optional(),
  /** Exceptions for duplicates by the options of a record, and the records whose duplicates are reported in a comment. */
  duplicates: duplicatesSchema.optional(),
  /**
   * The field with the id of the user whom a record represents, 0 for nobody. Users may be named by such records, and may connect those of
   * other users whom they may list. At most one type has such a field.
   */
  user_field: z.string().optional(),
  /** Exceptions for notifications by the options of a record. */
  notifications: notificationsSchema.optional(),
  /** Assignees may accept or decline records (`POST <type>/<id>/accept`). It requires a user_select `assigned_to`. */
  acceptance: acceptanceSchema.optional(),
  /** The records that capabilities open. When absent, `view_any_<type>` and `update_any_<type>` open all records of the type. */
  grants: z.array(openingSchema).optional(),
  /** Whether items of connections and pickers have the record's name also under `label`. */
  labels_items: z.boolean().optional(),
  /** Whether pickers show the status of records. */
  picked_with_status: z.boolean().optional(),
  /** Aliases of fields: other key → field. */
  aliases: z.record(z.string(), fieldAliasSchema).optional(),
  /**
   * Values of connected records that `records.get` shows with a connection, under `data`, as definitions of options: connection field →
   * field of the connected record → `true` for a key_select, the options to show for a multi_select.
   */
  connected_values: z
    .record(z.string(), z.record(z.string(), z.union([z.literal(true), z.array(z.string())])))
    .optional(),
});

/** A post type as an extension declares it: see `postTypeDeclarationSchema`. */
export type PostTypeDeclaration = z.infer<typeof postTypeDeclarationSchema>;

/** The settings object of a post type (docs/guides/settings-endpoints.md#the-settings-of-a-post-type). */
export const postTypeSettingsSchema = z.object({
  tiles: z.record(z.string(), tileSchema),
  fields: z.record(z.string(), z.looseObject({ name: z.string(), type: z.string() })),
  channels: z.record(
    z.string(),
    z.looseObject({ label: z.string(), type: z.literal('communication_channel') }),
  ),
  connection_types: z.array(z.string()),
  /** Always empty: the service has no such apps, but clients expect the key. */
  magic_link_apps: z.record(z.string(), z.unknown()),
  label_singular: z.string(),
  label_plural: z.string(),
  post_type: z.string(),
  hidden: z.boolean(),
  is_custom: z.boolean(),
  status_field: statusFieldSchema.optional(),
});

/** The settings object of a post type: see `postTypeSettingsSchema`. */
export type PostTypeSettings = z.infer<typeof postTypeSettingsSchema>;
