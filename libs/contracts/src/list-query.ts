import { z } from 'zod';

/**
 * A list query as it arrives: bracket strings and JSON both end as this map, and records parses it further with the
 * field types of the post type. Every key that is not one of `listControls` has to be a field.
 */
export const listQuerySchema = z.record(z.string(), z.unknown());

/** A list query as it arrives. */
export type ListQuery = z.infer<typeof listQuerySchema>;

/** Keys of a list query that are not field filters and have a meaning. */
export const listControls = ['sort', 'limit', 'offset', 'fields_to_return'] as const;

/** Keys that clients send and that mean nothing in a list: ignored, never refused. */
export const ignoredListKeys = [
  'force_refresh',
  'combine',
  'post_type',
  'field',
  'archived',
  'status',
  '_',
  '_locale',
] as const;

/** How many records a page has when `limit` is absent, and at most (spec 8). */
export const listLimits = { default: 100, maximum: 1000 } as const;
