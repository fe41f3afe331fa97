import {
  usersDeleteUser,
  usersManaged,
  usersManagedPage,
  usersSendPasswordReset,
  usersUpdateUser,
  usersUser,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** Users, for those who administer them. The namespace has no prefix. */
export const userAdministrationEndpoints: readonly Endpoint[] = [
  forCallers('GET /user-management/v1/user', usersUser, ({ query }) => ({ user: query['user'] })),
  forCallers('POST /user-management/v1/user', usersUpdateUser, ({ body, query }) => ({
    user: query['user'],
    settings: body,
    confirm: toFlag(query['confirm']),
  })),
  forCallers('DELETE /user-management/v1/user', usersDeleteUser, ({ body, query }) => ({
    user: query['user'] ?? body['user'],
    confirm: toFlag(query['confirm'] ?? body['confirm']),
  })),
  forCallers('GET /user-management/v1/get_users', usersManaged, () => ({})),
  forCallers('POST /user-management/v1/get-users', usersManagedPage, ({ fromBody }) =>
    fromBody('search', 'sort', 'limit', 'offset', 'filter'),
  ),
  forCallers('POST /user-management/v1/send_pwd_reset_email', usersSendPasswordReset, ({ body, query }) => ({
    user: body['userId'] ?? body['user'] ?? query['user'],
  })),
];
