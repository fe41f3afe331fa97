import type { Place } from '../api/matrix/places.ts';

/** A caller who may do less than a user with one of the built-in roles. */
export interface LimitedCaller {
  /** The role of a user (`test/support/limited-roles.ts`), or the type of a site link. */
  readonly name: string;
  readonly kind: 'user' | 'link';
  /** The records that the caller may view, and may update. */
  readonly views: readonly Place[];
  readonly updates: readonly Place[];
  /** The types of which the caller may create records, and list them. */
  readonly creates: readonly string[];
  readonly lists: readonly string[];
  /** Endpoints of records that are permitted in other places than those that follow from the above. */
  readonly alsoPermitted?: Readonly<Record<string, readonly Place[]>>;
  /** Endpoints that are not about a single record, in addition to those for everybody. */
  readonly others?: readonly string[];
}

const own: readonly Place[] = ['own contact', 'own group'];
const shared: readonly Place[] = ['own contact', 'shared contact', 'own group', 'shared group'];
const contacts: readonly Place[] = ['own contact', 'shared contact', 'access contact', 'personal contact'];
const groups: readonly Place[] = ['own group', 'shared group', 'foreign group'];
const openRecords: readonly Place[] = ['own contact', 'access contact', ...groups, 'people group'];
const everywhere: readonly Place[] = [...contacts, ...groups, 'people group', 'other type', 'missing'];

const ofRecord = 'svc-posts/v2/{post_type}/{id}';

/** Endpoints about the caller, for users only. */
const aboutUser = [
  'GET svc/v1/user/my',
  'POST svc/v1/user/update',
  'POST svc/v1/user/avatar',
  'DELETE svc/v1/user/avatar',
  'GET svc/v1/users/current_locations',
  'POST svc/v1/users/switch_preference',
  'GET svc/v1/users/disable_product_tour',
  'POST svc/v1/users/disable_product_tour',
  'DELETE svc/v1/users/save_filters',
  'GET svc/v1/keys',
  'POST svc/v1/keys',
  'GET svc/v1/sessions',
  'DELETE svc/v1/sessions',
  'GET svc/v1/second-factor',
  'POST svc/v1/second-factor/totp',
  'GET svc/v1/second-factor/passkeys',
  'POST svc/v1/second-factor/passkeys/options',
];

/** Endpoints for everybody: what they answer depends on what the caller may view. */
const forEverybody = [
  'GET ',
  'GET svc-core/v1/settings',
  'GET svc-posts/v2/posts/search/advanced_search',
  'GET svc-users/v1/activity-log',
  'POST svc/v1/notifications/get_notifications',
  'POST svc/v1/notifications/get_new_notifications_count',
  'POST svc/v1/events/ticket',
  'POST svc-core/v1/activity',
];

const receiving = [
  'POST svc-posts/v2/contacts/receive-transfer',
  'POST svc-posts/v2/contact/receive-transfer',
];

const link = (name: string, of: Partial<LimitedCaller> = {}): LimitedCaller => ({
  name,
  kind: 'link',
  views: [],
  updates: [],
  creates: [],
  lists: [],
  ...of,
});

export const limitedCallers: readonly LimitedCaller[] = [
  {
    name: 'creator',
    kind: 'user',
    views: shared,
    updates: shared,
    creates: ['contacts', 'groups'],
    lists: [],
    alsoPermitted: { [`DELETE ${ofRecord}`]: own },
    others: aboutUser,
  },
  {
    name: 'updater',
    kind: 'user',
    views: shared,
    updates: [...contacts, ...groups],
    creates: [],
    lists: [],
    alsoPermitted: { [`DELETE ${ofRecord}`]: own },
    others: aboutUser,
  },
  link('create_contacts', { creates: ['contacts'] }),
  link('create_groups', { creates: ['groups'] }),
  link('create_peoplegroups', { creates: ['peoplegroups'] }),
  link('create_update_contacts', { creates: ['contacts'], updates: contacts }),
  link('create_update_groups', { creates: ['groups'], updates: groups }),
  link('create_update_peoplegroups', { creates: ['peoplegroups'], updates: ['people group'] }),
  link('all_permissions', {
    views: openRecords,
    updates: openRecords,
    creates: ['contacts', 'groups', 'peoplegroups'],
    lists: ['contacts', 'groups', 'peoplegroups'],
    alsoPermitted: { [`DELETE ${ofRecord}`]: everywhere, [`GET ${ofRecord}/following`]: openRecords },
    others: [
      'GET svc-posts/v2/{post_type}/all-duplicates',
      'POST svc-posts/v2/{post_type}/check_field_value_exists',
      'GET svc/v1/mapping_module/search_location_grid_by_name',
      'GET svc/v1/mapping_module/location_counts',
      'GET svc/v1/mapping_module/get_drilldown',
      'POST svc/v1/mapping_module/get_drilldown',
      'GET svc/v1/changes',
      'GET svc-mobile-app/v1/locations',
      'GET svc-mobile-app/v1/location-data',
      'GET svc/v1/people-groups/compact',
      'GET svc/v1/users/get_users',
      'GET svc-posts/v2/contacts/assignment-list',
      'GET svc/v1/users/get_filters',
      'GET svc/v1/users/contact-id',
      'GET user-management/v1/user',
      'GET user-management/v1/get_users',
      'POST user-management/v1/get-users',
    ],
  }),
  link('contact_sharing', { creates: ['contacts'], others: receiving }),
  link('contact_sending'),
  link('contact_receiving', { creates: ['contacts'], others: receiving }),
];

const viewing = [
  `GET ${ofRecord}`,
  'GET svc-posts/{post_type}/v2/post-type/{id}',
  `GET ${ofRecord}/activity`,
  `GET ${ofRecord}/activity/{activity_id}`,
  `GET ${ofRecord}/shares`,
  `GET ${ofRecord}/duplicates`,
  `GET ${ofRecord}/all_duplicates`,
  `POST ${ofRecord}/storage_download`,
  `GET ${ofRecord}/comments`,
  'GET svc/v2/{post_type}/{id}/comments',
];
const updating = [
  `POST ${ofRecord}`,
  `PATCH ${ofRecord}`,
  'POST svc-posts/v2/{post_type}/batch',
  `POST ${ofRecord}/dismiss-duplicates`,
  `POST ${ofRecord}/storage_upload`,
  `POST ${ofRecord}/storage_rename_single`,
  `POST ${ofRecord}/comments`,
  'POST svc/v2/{post_type}/{id}/comments',
];
/** Decides about access, removes something, or belongs to a person: not for links, whatever their type. */
const updatingAsUser = [
  `POST ${ofRecord}/shares`,
  `DELETE ${ofRecord}/shares`,
  'POST svc-posts/v2/contacts/{id}/accept',
  `POST ${ofRecord}/storage_delete_single`,
  `POST ${ofRecord}/storage_delete`,
  `POST ${ofRecord}/comments/{comment_id}/react`,
  'POST svc/v2/{post_type}/{id}/comments/{comment_id}/react',
];
/** Reads earlier values, and writes them. */
const reverting = [
  `GET ${ofRecord}/revert/{activity_id}`,
  `POST ${ofRecord}/revert/{activity_id}`,
  `POST ${ofRecord}/revert_activity_history`,
];

/** The places in which a caller may use an endpoint about a record. */
export function permittedPlaces(
  { kind, views, updates, alsoPermitted = {} }: LimitedCaller,
  endpoint: string,
): readonly Place[] {
  const also = alsoPermitted[endpoint];
  if (also) return also;
  if (viewing.includes(endpoint)) return views;
  if (updating.includes(endpoint)) return updates;
  if (reverting.includes(endpoint)) return updates.filter((place) => views.includes(place));
  if (kind === 'link') return [];
  if (updatingAsUser.includes(endpoint)) return updates;
  return endpoint === `POST ${ofRecord}/post_messaging` ? views : [];
}

const creating = ['POST svc-posts/v2/{post_type}', 'POST svc-posts/v2/{post_type}/batch'];
const listing = ['', '/list', '/compact', '/multi-select-values'].map(
  (end) => `GET svc-posts/v2/{post_type}${end}`,
);

/** Requests about keys or pictures that others own, or about keys that administer. */
const forAdministrators = ['of somebody else', 'for somebody else', 'with administration'];

/** Whether a caller may use an endpoint that is not about a single record, for a post type if it has one. */
export function isPermitted(
  { creates, lists, others = [] }: LimitedCaller,
  endpoint: string,
  postType = '',
): boolean {
  if (creating.includes(endpoint)) return creates.includes(postType);
  if (endpoint.endsWith('{post_type}/settings')) return [...creates, ...lists].includes(postType);
  const isList =
    listing.includes(endpoint) ||
    endpoint === 'POST svc/v1/metrics/personal/genmap' ||
    /^POST svc-posts\/v2\/\{post_type\}\/(?:list|split_by|aggregate)$/.test(endpoint);
  if (/ svc\/v1\/(?:keys|user\/avatar)$/.test(endpoint) && forAdministrators.includes(postType)) return false;
  return isList ? lists.includes(postType) : [...forEverybody, ...others].includes(endpoint);
}
