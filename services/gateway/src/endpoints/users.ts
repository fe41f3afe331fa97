import { usersList, usersMy, usersUpdate } from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** The caller and the users it may know of (spec 4.5). */
export const usersEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/{ns}/v1/user/my',
    access: 'caller',
    operation: usersMy,
    input: () => ({}),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/{ns}/v1/user/update',
    access: 'caller',
    operation: usersUpdate,
    input: ({ body }) => ({ settings: body }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/{ns}/v1/users/get_users',
    access: 'caller',
    operation: usersList,
    input: ({ query }) => ({ s: query['s'], get_all: query['get_all'], post_type: query['post_type'] }),
  }),
];
