import { refusal, type Row } from '../row.ts';

/** Logins, and settings of users. */
export const accountRows: readonly Row[] = [
  {
    name: 'a login with JSON',
    request: 'POST jwt-auth/v1/token',
    as: 'stranger',
    json: { username: ':monasusername', password: ':monaspassword' },
    status: 200,
    body: {
      token: /^[\w-]+\.[\w-]+\.[\w-]+$/,
      user_display_name: 'Mona',
      user_email: ':monasemail',
      user_nicename: ':monasusername',
    },
    hasNot: ['password', 'roles'],
  },
  {
    name: 'a new password without a token',
    request: 'POST svc/v1/users/reset_password',
    as: 'stranger',
    form: { password: 'long-enough-1' },
    status: 400,
    body: { code: 'rest_missing_callback_param', data: { status: 400 } },
  },
  {
    name: 'my own profile',
    request: 'GET svc/v1/user/my',
    status: 200,
    body: {
      ID: '#mona',
      user_email: ':monasemail',
      display_name: 'Mona',
      locale: 'en_US',
      profile: { ID: '#mona', username: ':monasusername', roles: { multiplier: 'Multiplier' } },
      unavailability: [],
    },
    hasNot: ['password', 'argon2', 'tokenVersion'],
  },
  {
    name: 'a locale that is no text is refused',
    request: 'POST svc/v1/user/update',
    json: { locale: ['fr_FR'] },
    status: 400,
    body: refusal('rest_invalid_param', /locale/),
  },
];
