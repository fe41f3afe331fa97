/** The error codes of users and site links (docs/reference/errors-of-users.md). */
export const userErrors = {
  // Users
  get_my_info: { statuses: [400], meaning: 'The caller is not a user.' },
  missing_error: { statuses: [400], meaning: 'A required part of the request is missing.' },
  user_id: { statuses: [400], meaning: 'The caller is not a user, or the named user does not exist.' },
  get_assignable_users_compact: { statuses: [403], meaning: 'The caller may not list users.' },
  no_permissions: { statuses: [401, 403], meaning: 'The caller may not administer users.' },
  username_exists: { statuses: [409], meaning: 'Another user has this user name.' },
  email_exists: { statuses: [409], meaning: 'Another user has this e-mail address.' },
  invalid_role: { statuses: [400], meaning: 'No role has this name.' },
  role_exists: { statuses: [409], meaning: 'Another role has this key.' },
  role_in_use: {
    statuses: [409],
    meaning: 'Users have the role; `data.users` is their number. The request must name their next role.',
  },
  weak_password: {
    statuses: [400],
    meaning:
      'The password has fewer than ten characters, repeats a single character, or is one of the most common.',
  },
  incorrect_password: { statuses: [403], meaning: 'The current password is wrong, or is required.' },
  add_date_availability: {
    statuses: [400],
    meaning:
      'A period of absence lacks one of its two dates, has a value that is not a date, or ends before it begins.',
  },
  preference_error: { statuses: [400], meaning: 'No preference or app that can be switched has this key.' },
  notification_param_error: {
    statuses: [400],
    meaning: 'The request has no page and limit for the notifications.',
  },
  no_unread_release: { statuses: [404], meaning: 'The service announces no release to the caller.' },
  email_magic: { statuses: [400], meaning: 'The service has no magic links.' },
  invalid_key: {
    statuses: [400],
    meaning: 'The token for a new password is unknown, was already used, or has expired.',
  },
  unknown_mail: {
    statuses: [404, 409],
    meaning: 'The mail does not exist or cannot be sent again.',
  },

  // Site links
  site_check_error: {
    statuses: [400],
    meaning: 'The request has no transfer token, or no site link accepts it.',
  },
} as const;
