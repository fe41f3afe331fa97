import {
  usersAdd,
  usersAddLocation,
  usersAppSwitch,
  usersAssignmentList,
  usersChangePassword,
  usersContactId,
  usersCurrentLocations,
  usersDisableProductTour,
  usersEmailMagic,
  usersList,
  usersMy,
  usersOpenAvatar,
  usersRemoveAvatar,
  usersRemoveLocation,
  usersSendMessage,
  usersSetAvatar,
  usersSwitchPreference,
  usersUpdate,
} from '@svc/contracts';
import { forAnyone, forCallers, type Endpoint } from './endpoint.ts';
import { flag } from './coercions.ts';
import {
  clientAddress,
  constant,
  firstOf,
  fromBody,
  fromQuery,
  inBody,
  inQuery,
  theDialect,
  wholeBody,
} from './input-sources.ts';

/** The user, and the place to add or remove. */
const placeOfUser = {
  user_id: firstOf(inBody('user_id'), inQuery('user_id')),
  grid_id: firstOf(inBody('grid_id'), inQuery('grid_id')),
  ...fromBody('user_location'),
};

const productTour = '/{ns}/v1/users/disable_product_tour';

/** The caller, and the users whom they may see (docs/guides/users.md). */
export const usersEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/user/my', usersMy, { dialect: theDialect }),
  forCallers('POST /{ns}/v1/user/update', usersUpdate, { settings: wholeBody }),
  forCallers('GET /{ns}/v1/users/get_users', usersList, {
    ...fromQuery('s', 'get_all', 'post_type'),
    with_updates: constant(true),
  }),
  forCallers(
    'GET /{ns}-posts/v2/contacts/assignment-list',
    usersAssignmentList,
    fromQuery('post_type', 'post_id', 'location_ids'),
  ),
  forCallers('GET /{ns}/v1/users/contact-id', usersContactId, fromQuery('user_id')),
  forCallers('POST /{ns}/v1/users/change_password', usersChangePassword, {
    ...fromBody('password', 'current_password'),
    address: clientAddress,
  }),
  forCallers('POST /{ns}/v1/user/avatar', usersSetAvatar, fromBody('picture')),
  forCallers('DELETE /{ns}/v1/user/avatar', usersRemoveAvatar, {
    user_id: firstOf(inBody('user_id'), inQuery('user_id')),
  }),
  forAnyone('GET /avatars/v1/{address}', usersOpenAvatar, {}, { answer: 'avatar', tag: 'stored' }),
  forCallers('POST /{ns}/v1/users/switch_preference', usersSwitchPreference, {
    ...fromBody('preference_key'),
    dialect: theDialect,
  }),
  forCallers('POST /{ns}/v1/users/app_switch', usersAppSwitch, {
    ...fromBody('app_key'),
    dialect: theDialect,
  }),
  forCallers(`POST ${productTour}`, usersDisableProductTour, {}),
  forCallers(`GET ${productTour}`, usersDisableProductTour, {}, { deprecated: 'Use POST.' }),
  forCallers('GET /{ns}/v1/users/current_locations', usersCurrentLocations, {}),
  forCallers('POST /{ns}/v1/users/user_location', usersAddLocation, placeOfUser),
  forCallers('DELETE /{ns}/v1/users/user_location', usersRemoveLocation, placeOfUser),
  forCallers('POST /{ns}/v1/users/create', usersAdd, {
    ...fromBody('user-email', 'user-display', 'user-username', 'user-password'),
    ...fromBody('user-user_role', 'user-roles', 'user-optional-fields', 'locale', 'corresponds_to_contact'),
    return_contact: inBody('return_contact', flag),
    service_account: inBody('service_account', flag),
  }),
  // One path for each type: a path value in this place would make the paths of keys, roles and webhooks ambiguous.
  ...(['contacts', 'groups'] as const).map((postType) =>
    forCallers(`POST /{ns}/v1/${postType}/email_magic`, usersEmailMagic, {
      post_type: constant(postType),
      ...fromBody('root', 'type', 'post_ids'),
    }),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/post_messaging',
    usersSendMessage,
    fromBody('subject', 'from_name', 'reply_to', 'send_method', 'message'),
  ),
];
