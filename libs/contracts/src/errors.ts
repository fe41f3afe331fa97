/**
 * The one catalogue of error codes. A code is API: clients branch on it, so a code never changes its meaning.
 * Each entry names the HTTP statuses the code may carry, the usual one first. `docs/errors.md` is the page of
 * this catalogue and a test keeps the two equal.
 */
export const errorCatalogue = {
  // Requests
  rest_cannot_access: {
    statuses: [401],
    meaning: 'No credentials, or a bearer that is neither a JWT nor a known site link token.',
  },
  rest_forbidden: { statuses: [403, 401], meaning: 'The caller may not use this endpoint at all.' },
  rest_no_route: { statuses: [404], meaning: 'No endpoint has this path and method.' },
  rest_invalid_param: {
    statuses: [400],
    meaning: 'A parameter has the wrong type or an impossible value; `data.params` says which.',
  },
  rest_missing_callback_param: {
    statuses: [400],
    meaning: 'A required parameter is absent; `data.params` lists the names.',
  },
  rest_invalid_json: { statuses: [400], meaning: 'The body says it is JSON and is not.' },
  request_too_large: {
    statuses: [413],
    meaning: 'The body is larger than 1 MB, or the address with the headers larger than 64 kB.',
  },
  precondition_failed: {
    statuses: [412],
    meaning: 'The record is not, or not any more, what `If-Match` says; nothing was written.',
  },
  unsupported_media_type: {
    statuses: [415],
    meaning:
      'The body is neither JSON nor form-urlencoded, or no form with files where there are to be some.',
  },
  too_many_requests: { statuses: [429], meaning: 'Too many attempts; `Retry-After` says when to come back.' },
  idempotency_key_reused: {
    statuses: [409],
    meaning: 'The `Idempotency-Key` was used before with another request; send a new key.',
  },
  invalid_idempotency_key: {
    statuses: [400],
    meaning: 'An `Idempotency-Key` is 1 to 200 visible ASCII characters.',
  },

  // The service itself
  internal_error: {
    statuses: [500],
    meaning: 'A defect of the service; the log has it under the request id.',
  },
  service_unavailable: {
    statuses: [503],
    meaning:
      'A part of the service is down or too slow; nothing was written. Try again after `Retry-After` seconds.',
  },
  outcome_unknown: {
    statuses: [503],
    meaning:
      'A write got no answer in time and may or may not have happened. Repeat it with the same `Idempotency-Key`, or read the record.',
  },
  not_trusted: {
    statuses: [403],
    meaning: 'A message on the bus that is not signed by its sender, or not for this sender to send.',
  },
  write_conflict: {
    statuses: [409, 503],
    meaning:
      'Other writers kept changing the same record until the time was over, or it is not at the version that the change was made of; nothing was written.',
  },

  extension_refused: {
    statuses: [400],
    meaning: 'An extension refused the request; `data.extension` and `data.hook` say which and where.',
  },

  // Login (docs/authentication.md)
  jwt_auth_failed: { statuses: [403], meaning: 'Unknown user, wrong password or disabled account.' },
  jwt_auth_invalid_token: { statuses: [403], meaning: 'The JWT is expired, badly signed or undecodable.' },
  jwt_auth_bad_auth_header: { statuses: [403], meaning: 'The Authorization header holds no complete token.' },
  jwt_auth_bad_iss: { statuses: [403], meaning: 'The JWT was issued by another server.' },
  jwt_auth_bad_request: { statuses: [403], meaning: 'The JWT names no user.' },

  // Records (named after the operation that refuses)
  create_post: {
    statuses: [400, 403, 409],
    meaning: 'The record cannot be created: capability, unknown field or bad value.',
  },
  get_post: { statuses: [403], meaning: 'The record does not exist or the caller may not view it.' },
  update_post: {
    statuses: [400, 403, 409],
    meaning: 'The record cannot be updated: not there, not allowed, unknown field or bad value.',
  },
  delete_post: { statuses: [403], meaning: 'The record does not exist or the caller may not delete it.' },
  search_viewable_post: {
    statuses: [400, 403, 503],
    meaning: 'The caller may not list this type, or the list query cannot be run.',
  },
  fields_to_sql: {
    statuses: [400],
    meaning: 'A list query names an unknown field or filters one with a value of the wrong shape.',
  },
  get_viewable_compact: {
    statuses: [403],
    meaning: 'The caller may neither access this type nor list all of it.',
  },
  get_multi_select_options: {
    statuses: [403],
    meaning: 'The caller may not access the type whose values it asks for.',
  },
  split_by: {
    statuses: [400, 403],
    meaning: 'The list cannot be split by this field, or the caller may not list this type.',
  },
  search_location_grid_by_name: {
    statuses: [403],
    meaning: 'The caller may not know which places there are.',
  },
  get_post_settings: {
    statuses: [403],
    meaning: 'The caller may neither access nor create records of this type.',
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
    meaning: 'The history of the record has no such item, or the change it describes cannot be undone.',
  },
  no_permission: {
    statuses: [403],
    meaning: 'The record does not exist or the caller may not see whom it is shared with.',
  },
  add_shared: { statuses: [403], meaning: 'The record does not exist or the caller may not share it.' },
  remove_shared: { statuses: [403], meaning: 'The record does not exist or the caller may not unshare it.' },
  get_users_following_post: {
    statuses: [403],
    meaning: 'The record does not exist or the caller may not view who follows it.',
  },
  request_record_access: {
    statuses: [403],
    meaning: 'The caller may not work with records of this type, so they cannot ask for one.',
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
    meaning: 'A connection is removed twice in one request.',
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
    meaning: 'A private field or a task has a value of the wrong shape, or the caller is no user.',
  },

  // Files
  storage_unavailable: { statuses: [400], meaning: 'This installation keeps no files.' },
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
    meaning: 'The comment is not there, or not the caller’s own.',
  },
  delete_post_comment: { statuses: [403], meaning: 'The comment is not there, or not the caller’s own.' },
  toggle_post_comment_reaction: {
    statuses: [403, 400],
    meaning: 'The caller may not react to the comment, or what it sent is no reaction.',
  },

  // Users
  get_my_info: { statuses: [400], meaning: 'The caller is not a user.' },
  missing_error: { statuses: [400], meaning: 'What the request is about is not in it.' },
  user_id: { statuses: [400], meaning: 'The caller is not a user, or the named user does not exist.' },
  get_assignable_users_compact: { statuses: [403], meaning: 'The caller may not list users.' },
  no_permissions: { statuses: [401, 403], meaning: 'The caller may not administer users.' },
  username_exists: { statuses: [409], meaning: 'Another user has this user name.' },
  email_exists: { statuses: [409], meaning: 'Another user has this e-mail address.' },
  invalid_role: { statuses: [400], meaning: 'A role of this name is not declared.' },
  weak_password: {
    statuses: [400],
    meaning:
      'The password has fewer than ten characters, is one character over and over, or is one of the most common.',
  },
  incorrect_password: { statuses: [403], meaning: 'The current password that was sent is not right.' },
  add_date_availability: {
    statuses: [400],
    meaning: 'A time in which a user is away lacks one of its dates, or one is not a date.',
  },
  preference_error: { statuses: [400], meaning: 'No preference or app that can be switched has this key.' },
  notification_param_error: {
    statuses: [400],
    meaning: 'The request does not say which part of the notifications it asks for.',
  },
  invalid_key: {
    statuses: [400],
    meaning: 'The token to set a password is unknown, was used, or has expired.',
  },
  unknown_mail: {
    statuses: [404, 409],
    meaning: 'There is no such mail, or it cannot be sent again.',
  },

  // Site links
  site_check_error: {
    statuses: [400],
    meaning: 'There is no transfer token in the request, or no site link accepts it.',
  },

  // Transfer of contacts (docs/transfer.md)
  transfer: {
    statuses: [500, 409],
    meaning: 'The other site did not take the contact; the message is its own. Nothing was closed here.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_endpoint': {
    statuses: [403, 400],
    meaning: 'The contact does not exist or the caller may not transfer it, or a parameter is absent.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer': {
    statuses: [400],
    meaning: 'There is no site link of this id over which contacts may be sent.',
  },
  'Disciple_Tools_Contacts_Transfer::receive_transfer_endpoint': {
    statuses: [403],
    meaning: 'The caller may not create contacts.',
  },
  'Disciple_Tools_Contacts_Transfer::receive_transfer_comments_endpoint': {
    statuses: [400, 403, 404],
    meaning: 'Comments for a contact that this site link did not transfer, or without them or its key.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_summary_endpoint': {
    statuses: [400, 404],
    meaning: 'The site link may not ask about contacts, or did not transfer this one.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_summary_send_update_endpoint': {
    statuses: [403, 400],
    meaning:
      'The contact does not exist or the caller may not transfer it, it was not transferred, or a parameter is absent.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_summary_receive_update_endpoint': {
    statuses: [400, 404],
    meaning: 'The site link may not update contacts, did not transfer this one, or sends nothing to say.',
  },
} as const satisfies Record<string, { statuses: readonly [number, ...number[]]; meaning: string }>;

/** Every code the service can answer. */
export type ErrorCode = keyof typeof errorCatalogue;

/** The HTTP statuses that a code may carry. */
export type StatusOf<Code extends ErrorCode> = (typeof errorCatalogue)[Code]['statuses'][number];

/** Whether a string is a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}
