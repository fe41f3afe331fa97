import { z } from 'zod';

/** One option of a select field (docs/extensions.md#attributes-of-a-field). Further attributes are shown in settings as they are declared. */
export const optionSchema = z.looseObject({
  label: z.string(),
  description: z.string().optional(),
  color: z.string().optional(),
  hidden: z.boolean().optional(),
  icon: z.string().optional(),
});

/** One declared option: see `optionSchema`. */
export type FieldOption = z.infer<typeof optionSchema>;

/**
 * A field as declared (docs/extensions.md#attributes-of-a-field): the attributes the service itself looks at are typed, all others are kept and
 * shown in settings. `default` holds the options of select fields and the default value of others.
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
  /** key_select: the options are steps of a way, in order; the history names those that are left out. Not shown in settings. */
  is_path: z.boolean().optional(),
  /** Communication channels: their entries may ask with `geolocate` for a place in `location_grid_meta`. Not shown in settings. */
  is_address: z.boolean().optional(),
  /** Communication channels: whether clients hide the domain of an address on the web. */
  hide_domain: z.boolean().optional(),
  /** Connections: the type they lead to, the key both ends share, and which end this field is. */
  post_type: z.string().optional(),
  p2p_key: z.string().optional(),
  p2p_direction: z.enum(['from', 'to', 'any']).optional(),
  'create-icon': z.string().optional(),
  /**
   * Connections: the notes in the history of a record when one is added or removed, `{0}` for the other record and `{1}` for the record itself. Not shown
   * in settings.
   */
  history_notes: z.object({ connected: z.string(), disconnected: z.string() }).optional(),
  /** Connections that are counted: `field_key` of `post_type` holds how many its `connection_field` has. */
  connection_count_field: z
    .object({ post_type: z.string(), field_key: z.string(), connection_field: z.string() })
    .optional(),
});

/** A field as declared: see `fieldDefinitionSchema`. */
export type FieldDefinition = z.infer<typeof fieldDefinitionSchema>;

/** A group of fields on a record's page. */
export const tileSchema = z.looseObject({
  label: z.string(),
  tile_priority: z.int().optional(),
  order: z.array(z.string()).optional(),
});

/** A tile: see `tileSchema`. */
export type Tile = z.infer<typeof tileSchema>;

/** Which field says how far a record is, and which of its options means archived. */
export const statusFieldSchema = z.object({ status_key: z.string(), archived_key: z.string() });

/** Another key of a field, which clients may write and filter by. With `read` the field is shown under it too. */
export const fieldAliasSchema = z.object({ field: z.string(), read: z.boolean().optional() });

/** Records that hold one of these options, by key_select. */
const optionsHeldSchema = z.record(z.string(), z.array(z.string()).min(1));

const duplicatesSchema = z.object({
  /** Records that are never offered for merging. */
  never_offered: optionsHeldSchema.optional(),
  /** Those that a create never writes to instead of making a new record. */
  never_updated: optionsHeldSchema.optional(),
  /** Those that get a comment with their possible duplicates when a site link creates them. */
  warned_of: optionsHeldSchema.optional(),
});

/** Which records of a type a capability opens, and for what. */
const openingSchema = z.object({
  capability: z.string(),
  /** What for; everything unless it is said. */
  actions: z.array(z.enum(['view', 'update', 'list'])).optional(),
  /** Only records with one of these options in their key_select `type`. */
  types: z.array(z.string()).optional(),
  /**
   * `true`: for callers who are limited to some sources, records with one of these in their multi_select `sources`. `false`: for callers who
   * are not limited.
   */
  limited: z.boolean().optional(),
});

/** A post type as an extension declares it. */
export const postTypeDeclarationSchema = z.object({
  label_singular: z.string(),
  label_plural: z.string(),
  hidden: z.boolean().optional(),
  status_field: statusFieldSchema.optional(),
  tiles: z.record(z.string(), tileSchema).optional(),
  fields: z.record(z.string(), fieldDefinitionSchema).optional(),
  /** By which fields records may be duplicates: the name and communication channels; all of these unless it is said. */
  duplicate_fields: z.array(z.string()).min(1).optional(),
  /** Which records are no duplicates, whatever their values, and which ones a site link is warned of. */
  duplicates: duplicatesSchema.optional(),
  /**
   * The field with the id of the user whom a record represents, 0 for nobody: users are named by such records, and may pick those of other
   * users whom they may list. At most one type has it.
   */
  user_field: z.string().optional(),
  /** What capabilities open of the type, in place of `view_any_<type>` and `update_any_<type>` opening all of it. */
  grants: z.array(openingSchema).optional(),
  /** Where records are shown as items of connections and pickers, their names are there under `label` too. */
  labels_items: z.boolean().optional(),
  /** Pickers show the status of records. */
  picked_with_status: z.boolean().optional(),
  /** Other keys of fields, by that key. */
  aliases: z.record(z.string(), fieldAliasSchema).optional(),
  /**
   * Connection field → values of the connected records that the get shape shows with them, under `data`, as definitions of
   * options: `true` for a key_select, the options to show for a multi_select.
   */
  connected_values: z
    .record(z.string(), z.record(z.string(), z.union([z.literal(true), z.array(z.string())])))
    .optional(),
});

/** A post type as an extension declares it: see `postTypeDeclarationSchema`. */
export type PostTypeDeclaration = z.infer<typeof postTypeDeclarationSchema>;

/** The settings object of a post type (docs/settings-endpoints.md#the-settings-of-a-post-type). */
export const postTypeSettingsSchema = z.object({
  tiles: z.record(z.string(), tileSchema),
  fields: z.record(z.string(), z.looseObject({ name: z.string(), type: z.string() })),
  channels: z.record(
    z.string(),
    z.looseObject({ label: z.string(), type: z.literal('communication_channel') }),
  ),
  connection_types: z.array(z.string()),
  /** Always empty: the service has no such apps, and clients look for the map. */
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
