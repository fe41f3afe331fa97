import {
  usersAdd,
  usersAddLocation,
  usersAppSwitch,
  usersAssignmentList,
  usersChangePassword,
  usersContactId,
  usersCurrentLocations,
  usersDisableProductTour,
  usersList,
  usersMy,
  usersRemoveLocation,
  usersSendMessage,
  usersSwitchPreference,
  usersUpdate,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint, type EndpointRequest } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** The caller, and the users whom they may see (docs/users.md). */
export const usersEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}/v1/user/my',
    access: 'caller',
    operation: usersMy,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/user/update',
    access: 'caller',
    operation: usersUpdate,
    input: ({ body }) => ({ settings: body }),
  }),
  defineEndpoint({
    route: 'GET /{ns}/v1/users/get_users',
    access: 'caller',
    operation: usersList,
    input: ({ fromQuery }) => ({ ...fromQuery('s', 'get_all', 'post_type'), with_updates: true }),
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/contacts/assignment-list',
    access: 'caller',
    operation: usersAssignmentList,
    input: ({ fromQuery }) => fromQuery('post_type', 'post_id', 'location_ids'),
  }),
  defineEndpoint({
    route: 'GET /{ns}/v1/users/contact-id',
    access: 'caller',
    operation: usersContactId,
    input: ({ query }) => ({ user_id: query['user_id'] }),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/users/change_password',
    access: 'caller',
    operation: usersChangePassword,
    input: ({ fromBody, origin }) => ({
      ...fromBody('password', 'current_password'),
      address: origin.address,
    }),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/users/switch_preference',
    access: 'caller',
    operation: usersSwitchPreference,
    input: ({ body }) => ({ preference_key: body['preference_key'] }),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/users/app_switch',
    access: 'caller',
    operation: usersAppSwitch,
    input: ({ body }) => ({ app_key: body['app_key'] }),
  }),
  ...(['GET', 'POST'] as const).map((method) =>
    defineEndpoint({
      route: `${method} /{ns}/v1/users/disable_product_tour`,
      access: 'caller',
      operation: usersDisableProductTour,
      input: () => ({}),
    }),
  ),
  defineEndpoint({
    route: 'GET /{ns}/v1/users/current_locations',
    access: 'caller',
    operation: usersCurrentLocations,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/users/user_location',
    access: 'caller',
    operation: usersAddLocation,
    input: locationOf,
  }),
  defineEndpoint({
    route: 'DELETE /{ns}/v1/users/user_location',
    access: 'caller',
    operation: usersRemoveLocation,
    input: locationOf,
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/users/create',
    access: 'caller',
    operation: usersAdd,
    input: ({ body, fromBody }) => ({
      ...fromBody('user-email', 'user-display', 'user-username', 'user-password'),
      ...fromBody('user-user_role', 'user-roles', 'user-optional-fields', 'locale', 'corresponds_to_contact'),
      return_contact: toFlag(body['return_contact']),
    }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/post_messaging',
    access: 'caller',
    operation: usersSendMessage,
    input: ({ params, fromBody }) => ({
      ...params,
      ...fromBody('subject', 'from_name', 'reply_to', 'send_method', 'message'),
    }),
  }),
];

function locationOf({ body, query }: EndpointRequest) {
  return {
    user_id: body['user_id'] ?? query['user_id'],
    grid_id: body['grid_id'] ?? query['grid_id'],
    user_location: body['user_location'],
  };
}
