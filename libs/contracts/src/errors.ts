import { loginErrors } from './login-errors.ts';
import { transferErrors } from './transfer-errors.ts';
import { userErrors } from './user-errors.ts';

/**
 * The only catalogue of error codes. A code is API: clients branch on it, so a code never changes its meaning.
 * Each entry lists the HTTP statuses that the code may have, the default first. A test keeps `docs/reference/errors.md` equal to
 * this catalogue.
 */
export const errorCatalogue = {
  // Requests
  rest_cannot_access: {
    statuses: [401],
    meaning:
      'The request has no credentials, or a bearer that is neither a JWT nor a known site link token, or the token of a site link without HTTPS.',
  },
  rest_forbidden: { statuses: [403, 401], meaning: 'The caller may not use this endpoint at all.' },
  cors_origin_not_allowed: {
    statuses: [403],
    meaning:
      'Web pages of this origin may not call the API: it is not in the gateway’s setting `CORS_ORIGINS`.',
  },
  rest_no_route: { statuses: [404], meaning: 'No endpoint has this path and method.' },
  method_not_allowed: {
    statuses: [405],
    meaning:
      'The path does not take this method, for the reason in the message; the header `Allow` lists the methods that it takes.',
  },
  rest_invalid_param: {
    statuses: [400],
    meaning:
      'A parameter has the wrong type or an impossible value; `data.params` names it, and of many problems the first 20.',
  },
  rest_missing_callback_param: {
    statuses: [400],
    meaning: 'A required parameter is absent; `data.params` lists the names.',
  },
  rest_invalid_json: {
    statuses: [400],
    meaning: 'The content type is JSON, but the body is not valid JSON.',
  },
  request_too_large: {
    statuses: [413],
    meaning: 'The body is larger than 1 MB, or the address with the headers larger than 64 kB.',
  },
  precondition_failed: {
    statuses: [412],
    meaning: 'The record has another version than `If-Match` names; nothing was written.',
  },
  unsupported_media_type: {
    statuses: [415],
    meaning:
      'The body is neither JSON nor form-urlencoded, or an endpoint that takes files did not get `multipart/form-data`.',
  },
  confirmation_required: {
    statuses: [409],
    meaning:
      'Personal contacts that the caller may not view are attached to the record or the user; `data.personal_contacts` is their number. Repeat the request with `confirm=true`.',
  },
  too_many_requests: {
    statuses: [429],
    meaning: 'The caller made too many attempts; the next one may follow after `Retry-After` seconds.',
  },
  idempotency_key_reused: {
    statuses: [409],
    meaning: 'The `Idempotency-Key` was used before with another request; send a new key.',
  },
  invalid_idempotency_key: {
    statuses: [400],
    meaning: 'The `Idempotency-Key` is not 1 to 200 visible ASCII characters.',
  },

  // The service itself
  internal_error: {
    statuses: [500],
    meaning: 'The service has a defect; its log has the details under the request id.',
  },
  service_unavailable: {
    statuses: [503],
    meaning:
      'A part of the service is down or too slow; nothing was written. Try again after `Retry-After` seconds.',
  },
  outcome_unknown: {
    statuses: [503],
    meaning:
      'A write was not answered in time and may or may not have happened. Repeat it with the same `Idempotency-Key`, or read the record.',
  },
  not_trusted: {
    statuses: [403],
    meaning: 'A message on the bus is not signed by its sender, or its sender may not send it.',
  },
  write_conflict: {
    statuses: [409, 503],
    meaning:
      'Other requests kept changing the same record until the deadline, or the change was made for another version of it; nothing was written.',
  },

  extension_refused: {
    statuses: [400, 503],
    meaning:
      'An extension refused the request, or did not answer in time (503); `data.extension` and `data.hook` name it and its hook.',
  },

  extension_failed: {
    statuses: [500],
    meaning:
      'An extension has a defect; nothing was written. `data.extension` and `data.hook` name it and its hook; the log of the service has the error.',
  },

  extension_loop: { statuses: [409], meaning: 'A change follows from seven changes of extensions.' },

  ...loginErrors,

  // Records (named after the operation that refuses)
  create_post: {
    statuses: [400, 403, 409],
    meaning:
      'The record cannot be created: the caller lacks the capability, a field is unknown, or a value is invalid.',
  },
  get_post: { statuses: [403], meaning: 'The record does not exist or the caller may not view it.' },
  update_post: {
    statuses: [400, 403, 409],
    meaning:
      'The record cannot be updated: it does not exist, the caller may not update it, a field is unknown, or a value is invalid.',
  },
  delete_post: { statuses: [403], meaning: 'The record does not exist or the caller may not delete it.' },
  search_viewable_post: {
    statuses: [400, 403, 503],
    meaning: 'The caller may not list this type, or the list query cannot be run.',
  },
  webhook_forbidden: {
    statuses: [403],
    meaning: 'The caller may not manage webhooks, or there are too many.',
  },
  webhook_not_found: {
    statuses: [404],
    meaning: 'There is no webhook, or no delivery of it, with this id.',
  },
  cursor_expired: {
    statuses: [410],
    meaning: 'The cursor of changes is too old, or was issued for other permissions.',
  },
  fields_to_sql: {
    statuses: [400],
    meaning: 'A list query names an unknown field, or filters a field with a value of the wrong shape.',
  },
  get_viewable_compact: {
    statuses: [403],
    meaning: 'The caller may neither access this type nor list all of it.',
  },
  get_multi_select_options: {
    statuses: [403],
    meaning: 'The caller may not access the type of the requested values.',
  },
  split_by: {
    statuses: [400, 403],
    meaning: 'The list cannot be split by this field, or the caller may not list this type.',
  },
  search_location_grid_by_name: {
    statuses: [403],
    meaning: 'The caller may not read the places of the location grid.',
  },
  get_post_settings: {
    statuses: [403],
    meaning: 'The caller may neither access nor create records of this type.',
  },
  get_drilldown: { statuses: [400], meaning: 'The request names no place of the location grid.' },
  no_location_grid: { statuses: [404], meaning: 'The location grid has no place with this id.' },
  activity_param_error: {
    statuses: [400],
    meaning: 'The reported activity has no action, or is that of another user.',
  },
  get_post_activity: {
    statuses: [403],
    meaning: 'The record does not exist or the caller may not view its history.',
  },
  get_post_single_activity: {
    statuses: [403],
    meaning: 'The record does not exist or the caller may not view its history.',
  },
  revert_activity: {
    statuses: [400],
    meaning: 'The history of the record has no such item, or the change that it describes cannot be undone.',
  },
  no_permission: {
    statuses: [403],
    meaning: 'The record does not exist or the caller may not see with whom it is shared.',
  },
  add_shared: { statuses: [403], meaning: 'The record does not exist or the caller may not share it.' },
  remove_shared: { statuses: [403], meaning: 'The record does not exist or the caller may not unshare it.' },
  get_users_following_post: {
    statuses: [403],
    meaning: 'The record does not exist or the caller may not view who follows it.',
  },
  request_record_access: {
    statuses: [403],
    meaning: 'The caller may not access records of this type, and so cannot request access to one.',
  },
  accept_contact: {
    statuses: [403],
    meaning: 'The contact does not exist or the caller may not accept or decline it.',
  },
  update_multi_select_fields: {
    statuses: [400],
    meaning: 'A multi_select or tags field has a value of the wrong shape or an undeclared option.',
  },
  update_post_contact_methods: {
    statuses: [400],
    meaning: 'A communication channel has an entry of the wrong shape.',
  },
  update_post_user_select: {
    statuses: [400],
    meaning: 'A user_select names no user, or one without access to the type.',
  },
  update_connections: {
    statuses: [400],
    meaning: 'A connection has a value of the wrong shape, or a text that names no record.',
  },
  add_connection_to_post: {
    statuses: [400],
    meaning: 'A connection names a record that does not exist, is of another type, or is the record itself.',
  },
  remove_connection_from_post: {
    statuses: [400],
    meaning: 'A request removes the same connection twice.',
  },
  update_location_grid_fields: {
    statuses: [400],
    meaning: 'A location has a value of the wrong shape, or names no row of the location grid.',
  },
  update_post_link_fields: {
    statuses: [400],
    meaning: 'A link has a value of the wrong shape or an undeclared type.',
  },
  update_post_user_meta_fields: {
    statuses: [400],
    meaning: 'A private field or a task has a value of the wrong shape, or the caller is not a user.',
  },

  // Files
  storage_unavailable: { statuses: [400], meaning: 'This installation has no storage for files.' },
  storage_full: {
    statuses: [413],
    meaning: 'The files of the record, or of the installation, take all the space that they may.',
  },
  file_not_found: { statuses: [404], meaning: 'The field of the record holds no such file.' },
  file_address: {
    statuses: [403],
    meaning: 'The address of a file has expired, was not made by this installation, or its file is gone.',
  },

  // Comments
  get_post_comments: { statuses: [403], meaning: 'The record does not exist or the caller may not view it.' },
  add_post_comment: {
    statuses: [400, 403],
    meaning: 'The caller may not comment on the record, or the comment cannot be stored.',
  },
  update_post_comment: {
    statuses: [400, 403],
    meaning: 'The comment does not exist, or is not the caller’s own.',
  },
  delete_post_comment: {
    statuses: [403],
    meaning: 'The comment does not exist, or is not the caller’s own.',
  },
  toggle_post_comment_reaction: {
    statuses: [403, 400],
    meaning: 'The caller may not react to the comment, or the value is not a known reaction.',
  },

  ...userErrors,

  ...transferErrors,
} as const satisfies Record<string, { statuses: readonly [number, ...number[]]; meaning: string }>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/** The HTTP statuses that a code may have. */
export type StatusOf<Code extends ErrorCode> = (typeof errorCatalogue)[Code]['statuses'][number];

/** Whether a string is a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}
