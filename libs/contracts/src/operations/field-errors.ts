import type { ErrorCode } from '../errors.ts';

/** The error codes for a value that a field refuses. */
export const fieldErrors = [
  'update_multi_select_fields',
  'update_post_contact_methods',
  'update_post_user_select',
  'update_connections',
  'add_connection_to_post',
  'remove_connection_from_post',
  'update_location_grid_fields',
  'update_post_link_fields',
  'update_post_user_meta_fields',
] as const satisfies readonly ErrorCode[];
