import { expect } from '@jest/globals';
import { refusal, type Row } from '../row.ts';

const update = 'POST svc/v1/user/update';

export const userRows: readonly Row[] = [
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
    name: 'my locale changes',
    request: update,
    as: 'reg',
    json: { locale: 'it_IT' },
    status: 200,
    body: true,
    fires: ['svc.user.updated users/:reg'],
  },
  {
    name: 'a locale that is no text is refused',
    request: update,
    json: { locale: ['fr_FR'] },
    status: 400,
    body: refusal('rest_invalid_param', /locale/),
  },
  {
    name: 'an empty name is refused',
    request: update,
    json: { update_display_name: ' ' },
    status: 400,
    body: refusal('rest_invalid_param', /update_display_name/),
  },
  {
    name: 'a dispatcher finds users by their e-mail address',
    request: 'GET svc/v1/users/get_users',
    as: 'dora',
    query: { s: ':carlsemail' },
    status: 200,
    body: [
      {
        ID: '#carl',
        name: 'Carl',
        avatar: /\w/,
        contact_id: expect.any(Number),
        update_needed: expect.any(Number),
      },
    ],
    hasNot: ['email', 'roles', 'password'],
  },
  {
    name: 'a user without rights is not told who else there is',
    request: 'GET svc/v1/users/get_users',
    as: 'reg',
    status: 403,
    body: refusal('get_assignable_users_compact', 'No permissions to assign'),
    hasNot: ['Mona'],
  },
];
