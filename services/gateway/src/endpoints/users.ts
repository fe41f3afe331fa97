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
  usersOpenAvatar,
  usersRemoveLocation,
  usersSendMessage,
  usersSwitchPreference,
  usersUpdate,
} from '@svc/contracts';
import { forAnyone, forCallers, type Endpoint, type EndpointRequest } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** The caller, and the users whom they may see (docs/guides/users.md). */
export const usersEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/user/my', usersMy, () => ({})),
  forCallers('POST /{ns}/v1/user/update', usersUpdate, ({ body }) => ({ settings: body })),
  forCallers('GET /{ns}/v1/users/get_users', usersList, ({ fromQuery }) => ({
    ...fromQuery('s', 'get_all', 'post_type'),
    with_updates: true,
  })),
  forCallers('GET /{ns}-posts/v2/contacts/assignment-list', usersAssignmentList, ({ fromQuery }) =>
    fromQuery('post_type', 'post_id', 'location_ids'),
  ),
  forCallers('GET /{ns}/v1/users/contact-id', usersContactId, ({ query }) => ({ user_id: query['user_id'] })),
  forCallers('POST /{ns}/v1/users/change_password', usersChangePassword, ({ fromBody, origin }) => ({
    ...fromBody('password', 'current_password'),
    address: origin.address,
  })),
  forAnyone('GET /avatars/v1/{address}', usersOpenAvatar, ({ params }) => params, { answer: 'avatar' }),
  forCallers('POST /{ns}/v1/users/switch_preference', usersSwitchPreference, ({ body }) => ({
    preference_key: body['preference_key'],
  })),
  forCallers('POST /{ns}/v1/users/app_switch', usersAppSwitch, ({ body }) => ({ app_key: body['app_key'] })),
  ...(['GET', 'POST'] as const).map((method) =>
    forCallers(`${method} /{ns}/v1/users/disable_product_tour`, usersDisableProductTour, () => ({})),
  ),
  forCallers('GET /{ns}/v1/users/current_locations', usersCurrentLocations, () => ({})),
  forCallers('POST /{ns}/v1/users/user_location', usersAddLocation, locationOf),
  forCallers('DELETE /{ns}/v1/users/user_location', usersRemoveLocation, locationOf),
  forCallers('POST /{ns}/v1/users/create', usersAdd, ({ body, fromBody }) => ({
    ...fromBody('user-email', 'user-display', 'user-username', 'user-password'),
    ...fromBody('user-user_role', 'user-roles', 'user-optional-fields', 'locale', 'corresponds_to_contact'),
    return_contact: toFlag(body['return_contact']),
  })),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/post_messaging',
    usersSendMessage,
    ({ params, fromBody }) => ({
      ...params,
      ...fromBody('subject', 'from_name', 'reply_to', 'send_method', 'message'),
    }),
  ),
];

function locationOf({ body, query }: EndpointRequest) {
  return {
    user_id: body['user_id'] ?? query['user_id'],
    grid_id: body['grid_id'] ?? query['grid_id'],
    user_location: body['user_location'],
  };
}
