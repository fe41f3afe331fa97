import {
  usersDeleteUser,
  usersManaged,
  usersManagedPage,
  usersSendPasswordReset,
  usersUpdateUser,
  usersUser,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { flag } from './coercions.ts';
import { firstOf, fromBody, fromQuery, inBody, inQuery, wholeBody } from './input-sources.ts';

/** Users, for those who administer them. The namespace has no prefix. */
export const userAdministrationEndpoints: readonly Endpoint[] = [
  forCallers('GET /user-management/v1/user', usersUser, fromQuery('user', 'section')),
  forCallers('POST /user-management/v1/user', usersUpdateUser, {
    ...fromQuery('user'),
    settings: wholeBody,
    confirm: inQuery('confirm', flag),
  }),
  forCallers('DELETE /user-management/v1/user', usersDeleteUser, {
    user: firstOf(inQuery('user'), inBody('user')),
    confirm: firstOf(inQuery('confirm', flag), inBody('confirm', flag)),
  }),
  forCallers('GET /user-management/v1/get_users', usersManaged, {}),
  forCallers(
    'POST /user-management/v1/get-users',
    usersManagedPage,
    fromBody('search', 'sort', 'limit', 'offset', 'filter'),
  ),
  forCallers('POST /user-management/v1/send_pwd_reset_email', usersSendPasswordReset, {
    user: firstOf(inBody('userId'), inBody('user'), inQuery('user')),
  }),
];
