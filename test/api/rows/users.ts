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
    name: 'a user without any rights has a profile',
    request: 'GET svc/v1/user/my',
    as: 'reg',
    status: 200,
    body: { ID: '#reg', profile: { roles: { registered: 'Registered' } } },
  },
  {
    name: 'a stranger has none',
    request: 'GET svc/v1/user/my',
    as: 'stranger',
    status: 401,
    body: refusal('rest_cannot_access', 'Only authenticated users can access the REST API.'),
  },
  {
    name: 'my locale changes',
    request: update,
    as: 'reg',
    json: { locale: 'de_DE' },
    status: 200,
    body: true,
    fires: ['svc.user.updated users/:reg'],
  },
  {
    name: 'the same locale again is no change',
    request: update,
    as: 'reg',
    form: { locale: 'de_DE' },
    status: 200,
    body: true,
  },
  {
    name: 'what means nothing changes nothing',
    request: update,
    json: { hat: 'red' },
    status: 200,
    body: true,
  },
  {
    name: 'roles are not one’s own to give',
    request: update,
    as: 'reg',
    json: { roles: ['administrator'], capabilities: ['create_contacts'] },
    status: 200,
    body: true,
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
    name: 'users without access to the type are not offered',
    request: 'GET svc/v1/users/get_users',
    as: 'dora',
    query: { s: 'Reg', post_type: 'contacts' },
    status: 200,
    body: [],
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
