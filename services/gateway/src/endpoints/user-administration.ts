import {
  usersDeleteUser,
  usersManaged,
  usersManagedPage,
  usersSendPasswordReset,
  usersUpdateUser,
  usersUser,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Users, for those who administer them. The namespace has no prefix. */
export const userAdministrationEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /user-management/v1/user',
    access: 'caller',
    operation: usersUser,
    input: ({ query }) => ({ user: query['user'] }),
  }),
  defineEndpoint({
    route: 'POST /user-management/v1/user',
    access: 'caller',
    operation: usersUpdateUser,
    input: ({ body, query }) => ({ user: query['user'], settings: body }),
  }),
  defineEndpoint({
    route: 'DELETE /user-management/v1/user',
    access: 'caller',
    operation: usersDeleteUser,
    input: ({ body, query }) => ({ user: query['user'] ?? body['user'] }),
  }),
  defineEndpoint({
    route: 'GET /user-management/v1/get_users',
    access: 'caller',
    operation: usersManaged,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'POST /user-management/v1/get-users',
    access: 'caller',
    operation: usersManagedPage,
    input: ({ fromBody }) => fromBody('search', 'sort', 'limit', 'offset', 'filter'),
  }),
  defineEndpoint({
    route: 'POST /user-management/v1/send_pwd_reset_email',
    access: 'caller',
    operation: usersSendPasswordReset,
    input: ({ body, query }) => ({ user: body['userId'] ?? body['user'] ?? query['user'] }),
  }),
];
