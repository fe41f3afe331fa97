import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { listLimits, listQuerySchema } from '../list-query.ts';
import { defineAdminOperation, defineClientOperation } from '../operation.ts';
import { fromDigits } from '../sent-digits.ts';

const gridId = z.int().min(1);

/** The id of a row of the location grid in a query, as a number or as digits. */
const sentGridId = z.preprocess(fromDigits, gridId);

/** Searches the location grid (docs/guides/locations.md#searching-places). Ids and totals are text, as clients expect. */
export const recordsSearchLocations = defineClientOperation({
  name: 'records.search_locations',
  kind: 'read',
  summary: 'Places by a part of their name: all, those of the mapping focus, or those that records use.',
  input: z.object({
    s: z.string().max(listLimits.text).optional(),
    /** `focus` or `used`; any other value searches all places. */
    filter: keyText.optional(),
  }),
  /** `total` counts the matches, of which `location_grid` has the first 30. */
  output: z.object({
    location_grid: z.array(z.object({ name: z.string(), ID: z.string() })),
    total: z.string(),
  }),
  errors: ['search_location_grid_by_name'],
});

const placeSchema = z.object({
  grid_id: gridId,
  name: z.string(),
  level: z.int(),
  country_code: z.string(),
  parent_id: z.int().nullable(),
  latitude: z.number(),
  longitude: z.number(),
});

/** A level of the location grid: the chosen place, or the places to choose from (`list`). */
const drilldownLevelSchema = z.object({
  parent: z.union([z.literal('world'), gridId]),
  selected: z.union([z.literal('world'), z.int()]),
  selected_name: z.string().nullable(),
  link: z.boolean(),
  active: z.boolean(),
  self: placeSchema.optional(),
  /** The ids of places in the list that contain others. */
  deeper_levels: z.array(gridId).optional(),
  list: z.array(placeSchema).optional(),
});

/** The way from the world to a place, and the places in it (docs/guides/locations.md#choosing-a-place-level-by-level). */
export const recordsDrilldown = defineClientOperation({
  name: 'records.drilldown',
  kind: 'read',
  summary: 'The levels of the location grid down to a place, and the places in it.',
  input: z.object({
    /** `world` or an id. */
    grid_id: z.union([z.enum(['', 'world']), sentGridId]).optional(),
  }),
  output: z.array(drilldownLevelSchema),
  errors: ['search_location_grid_by_name', 'get_drilldown', 'no_location_grid'],
});

/** When the location grid was last changed, in UTC: `2024-05-31 08:30:00`. Null before the first change. */
const changedAt = z.string().nullable();

/** The names of all places, for clients that cache them (clients: mobile app extension). */
export const recordsLocationNames = defineClientOperation({
  name: 'records.location_names',
  kind: 'read',
  summary: 'The names of all places by their ids.',
  input: z.object({}),
  output: z.object({
    last_modified_date: changedAt,
    location_grid: z.record(z.string(), z.string()),
    total: z.int(),
  }),
  errors: ['search_location_grid_by_name'],
});

/** When the location grid was last changed, so that clients know whether the names in their cache are stale. */
export const recordsLocationsChanged = defineClientOperation({
  name: 'records.locations_changed',
  kind: 'read',
  summary: 'The time of the last change of the location grid.',
  input: z.object({}),
  output: z.object({ last_modified_date: changedAt }),
  errors: ['search_location_grid_by_name'],
});

/** A place on the map, and how many records have a location in it. */
const countedPlaceSchema = z.object({
  grid_id: gridId,
  name: z.string(),
  /** `world`, `admin0` to `admin5`. */
  level: z.string(),
  /** The centre, in degrees. */
  lng: z.number(),
  lat: z.number(),
  /** The number of records; a record with several locations in the place counts once. */
  count: z.int(),
  has_parts: z.boolean(),
});

/** The number of records of a list in each part of a place, with everything inside the part. */
export const recordsLocationCounts = defineClientOperation({
  name: 'records.location_counts',
  kind: 'list',
  summary: 'The number of records in each part of a place, of those that the caller may list.',
  input: z.object({
    post_type: keyText,
    /** The place; the world when absent. */
    parent: sentGridId.optional(),
    /** A list query with further filters; its order and page are ignored. */
    query: listQuerySchema.optional(),
  }),
  output: z.object({ parent: countedPlaceSchema, parts: z.array(countedPlaceSchema) }),
  errors: ['search_location_grid_by_name', 'search_viewable_post', 'fields_to_sql'],
});

const focus = z.object({ places: z.array(z.object({ grid_id: gridId, name: z.string() })) });

/** The mapping focus: the part of the world that the installation works in. */
export type MappingFocusState = z.infer<typeof focus>;

/** Admin: the places of the mapping focus; without any it is the whole world. */
export const recordsMappingFocus = defineAdminOperation({
  name: 'records.mapping_focus',
  kind: 'read',
  summary: 'The mapping focus of the installation.',
  input: z.object({}),
  output: focus,
});

/** Admin: sets the mapping focus to these places and everything inside them; without any, to the whole world. */
export const recordsSetMappingFocus = defineAdminOperation({
  name: 'records.set_mapping_focus',
  kind: 'write',
  summary: 'Set the mapping focus of the installation.',
  input: z.object({ grid_ids: z.array(gridId).max(1000) }),
  output: focus,
  errors: ['rest_invalid_param'],
});
