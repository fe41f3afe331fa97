/** The error codes of logins and API keys (docs/reference/errors-of-logins.md). */
export const loginErrors = {
  // Login (docs/guides/authentication.md)
  jwt_auth_failed: {
    statuses: [403],
    meaning: 'The user is unknown, the password is wrong, or the account is disabled.',
  },
  jwt_auth_invalid_token: {
    statuses: [403],
    meaning: 'The JWT has expired, has no valid signature, or cannot be decoded.',
  },
  jwt_auth_bad_auth_header: { statuses: [403], meaning: 'The Authorization header has no complete token.' },
  jwt_auth_bad_iss: { statuses: [403], meaning: 'The JWT was issued by another server.' },
  jwt_auth_bad_request: { statuses: [403], meaning: 'The JWT names no user.' },
  sign_in_failed: {
    statuses: [401],
    meaning:
      'The login with the identity provider was not begun in this browser, has ended or expired, or its answer does not prove a login.',
  },
  sign_in_refused: {
    statuses: [403],
    meaning: 'The identity provider knows the user, and this installation gives them no access.',
  },
  password_login_off: {
    statuses: [403],
    meaning: 'The user logs in with the identity provider, and may not do so with a password.',
  },
  second_factor_required: {
    statuses: [401, 403],
    meaning:
      'The account has, or its role requires, a second factor, and the request lacks a valid code of it, or the answer of a passkey; each is valid once.',
  },
  passkey_refused: {
    statuses: [400],
    meaning:
      'The new passkey does not answer a challenge of the last five minutes, or is not of the domain of this installation.',
  },
  refresh_token_invalid: {
    statuses: [401],
    meaning: 'The refresh token is unknown or has expired, or its session was ended.',
  },
  refresh_token_reused: {
    statuses: [401],
    meaning:
      'The refresh token was used before, so its session was ended for everybody who has a token of it.',
  },

  // API keys (docs/guides/api-keys.md)
  key_ended: {
    statuses: [401],
    meaning: 'The API key has expired or was revoked, or its user is disabled.',
  },
  key_read_only: {
    statuses: [403],
    meaning: 'The API key only reads, and the request would change something.',
  },
  key_scope: {
    statuses: [403],
    meaning:
      'The API key does not reach the post type of the request, or does not reach accounts, roles, keys and administration.',
  },
} as const;
