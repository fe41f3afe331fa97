import { refusal, type Row } from '../row.ts';

const wrong = refusal('jwt_auth_failed', 'Invalid Credentials.');
const token = 'jwt-auth/v1/token';

const loggedIn = {
  token: /^[\w-]+\.[\w-]+\.[\w-]+$/,
  user_display_name: 'Mona',
  user_email: ':monasemail',
  user_nicename: ':monasusername',
};

/** Tokens: how they are got, what they are good for. */
export const authenticationRows: readonly Row[] = [
  {
    name: 'a login with JSON',
    request: `POST ${token}`,
    as: 'stranger',
    json: { username: ':monasusername', password: ':monaspassword' },
    status: 200,
    body: loggedIn,
    hasNot: ['password', 'roles'],
  },
  {
    name: 'a wrong password',
    request: `POST ${token}`,
    as: 'stranger',
    json: { username: ':monasusername', password: 'guessed' },
    status: 403,
    body: wrong,
    hasNot: ['token'],
  },
  {
    name: 'a login with other things than text',
    request: `POST ${token}`,
    as: 'stranger',
    json: { username: { $ne: '' }, password: { $ne: '' } },
    status: 400,
    body: refusal('rest_invalid_param', /username/),
  },
  {
    name: 'a valid token is valid',
    request: `POST ${token}/validate`,
    status: 200,
    body: { code: 'jwt_auth_valid_token', data: { status: 200 } },
  },
  {
    name: 'a JWT with another signature is no way in',
    request: 'POST svc-posts/v2/contacts',
    as: 'stranger',
    headers: { authorization: 'Bearer :tampered' },
    json: { name: 'Forged' },
    status: 403,
    body: refusal('jwt_auth_invalid_token', 'Signature verification failed'),
  },
  {
    name: 'a token that sets no password',
    request: 'POST svc/v1/users/reset_password',
    as: 'stranger',
    json: { token: 'guessed', password: 'long-enough-1' },
    status: 400,
    body: refusal('invalid_key', 'This token is no longer valid: it was used or has expired.'),
  },
  {
    name: 'a new password without a token',
    request: 'POST svc/v1/users/reset_password',
    as: 'stranger',
    form: { password: 'long-enough-1' },
    status: 400,
    body: { code: 'rest_missing_callback_param', data: { status: 400 } },
  },
];
