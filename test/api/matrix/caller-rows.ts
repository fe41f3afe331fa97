import { itemAlone, type Answer, type Api } from '../../support/http.ts';
import { uniqueWord } from '../../support/world.ts';
import {
  deleters,
  everybody,
  nobody,
  overview,
  userAdministrators,
  userListers,
  workers,
  type Role,
} from './roles.ts';

/** How a request is refused. */
export interface Refusal {
  readonly code: string;
  readonly status: number;
}

/** Of whom and what requests are: ids. */
export interface Others {
  /** A user whom the caller knows nothing of, and one more, whom nobody misses. */
  readonly other: number;
  readonly leaver: number;
  /** A site link, and one that nobody uses. */
  readonly link: number;
  /** A contact of type access that somebody else made. */
  readonly contact: number;
  readonly unusedLink: number;
}

/** An endpoint that is about no one record: which roles may use it, and how the others are refused. */
export interface CallerRow {
  /** The endpoint as `npm run endpoints` prints it. */
  readonly endpoint: string;
  /** What tells this row from others of the endpoint. */
  readonly about?: string;
  readonly allowed: readonly Role[];
  readonly refusal?: Refusal;
  /** For endpoints that refuse everybody, in different ways. */
  readonly refusalOf?: (role: Role) => Refusal;
  readonly send: (api: Api, of: Others) => Promise<Answer<unknown>>;
}

const posts = 'svc-posts/v2';
const refused = (code: string, status = 403) => ({ code, status });
const types = ['contacts', 'groups', 'peoplegroups'] as const;

/** Every type alike: who may access it. */
function accessRows(
  endpoint: string,
  code: string,
  send: (api: Api, type: string) => ReturnType<CallerRow['send']>,
) {
  return types.map((type): CallerRow => ({
    endpoint,
    about: type,
    allowed: workers,
    refusal: refused(code),
    send: (api) => send(api, type),
  }));
}

/** About the caller alone, and whom they may know of (docs/users.md). */
const userRows: readonly CallerRow[] = [
  {
    endpoint: 'GET /wp-json/',
    allowed: everybody,
    send: (api) => api.get(''),
  },
  {
    endpoint: 'GET /wp-json/svc/v1/user/my',
    allowed: everybody,
    send: (api) => api.get('svc/v1/user/my'),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/user/update',
    allowed: everybody,
    send: (api) => api.post('svc/v1/user/update', { json: { description: 'Changed' } }),
  },
  {
    endpoint: 'GET /wp-json/svc/v1/users/get_users',
    allowed: workers,
    refusal: refused('get_assignable_users_compact'),
    send: (api) => api.get('svc/v1/users/get_users'),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/contacts/assignment-list',
    allowed: overview,
    refusal: refused('get_assignable_users_compact'),
    send: (api) => api.get(`${posts}/contacts/assignment-list`),
  },
  {
    endpoint: 'GET /wp-json/svc/v1/users/contact-id',
    about: 'of somebody else',
    // Who may know of all users; the others only of those with whom they share a record.
    allowed: [...overview, 'user_manager'],
    refusal: refused('no_permissions'),
    send: (api, { other }) => api.get('svc/v1/users/contact-id', { query: { user_id: other } }),
  },
  {
    endpoint: 'GET /wp-json/svc-users/v1/activity-log',
    allowed: everybody,
    send: (api) => api.get('svc-users/v1/activity-log'),
  },
  {
    endpoint: 'GET /wp-json/svc/v1/users/current_locations',
    allowed: everybody,
    send: (api) => api.get('svc/v1/users/current_locations'),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/users/user_location',
    about: 'of somebody else',
    allowed: nobody,
    // There are no places here: who may is told so.
    refusalOf: (role) =>
      deleters.includes(role) ? refused('rest_invalid_param', 400) : refused('no_permissions', 401),
    send: (api, { other }) =>
      api.post('svc/v1/users/user_location', { json: { user_id: other, grid_id: 1 } }),
  },
  {
    endpoint: 'DELETE /wp-json/svc/v1/users/user_location',
    about: 'of somebody else',
    allowed: deleters,
    refusal: refused('no_permissions', 401),
    send: (api, { other }) =>
      api.delete('svc/v1/users/user_location', { json: { user_id: other, grid_id: 1 } }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/users/switch_preference',
    allowed: everybody,
    send: (api) => api.post('svc/v1/users/switch_preference', { json: { preference_key: 'follow_all' } }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/users/app_switch',
    about: 'an app that is not there',
    allowed: nobody,
    refusal: refused('preference_error', 400),
    send: (api) => api.post('svc/v1/users/app_switch', { json: { app_key: 'home' } }),
  },
  ...(['GET', 'POST'] as const).map((method): CallerRow => ({
    endpoint: `${method} /wp-json/svc/v1/users/disable_product_tour`,
    allowed: everybody,
    send: (api) =>
      method === 'GET'
        ? api.get('svc/v1/users/disable_product_tour')
        : api.post('svc/v1/users/disable_product_tour'),
  })),
  {
    endpoint: 'GET /wp-json/svc/v1/users/get_filters',
    allowed: workers,
    refusal: refused('search_viewable_post'),
    send: (api) => api.get('svc/v1/users/get_filters', { query: { post_type: 'contacts' } }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/users/save_filters',
    allowed: workers,
    refusal: refused('search_viewable_post'),
    send: (api) => api.post('svc/v1/users/save_filters', { json: savedFilter }),
  },
  {
    endpoint: 'DELETE /wp-json/svc/v1/users/save_filters',
    allowed: everybody,
    send: (api) => api.delete('svc/v1/users/save_filters', { query: { id: '1', post_type: 'contacts' } }),
  },
];

/** Everybody reads what they were told, and nobody what others were. */
const notificationRows: readonly CallerRow[] = [
  {
    endpoint: 'POST /wp-json/svc/v1/notifications/get_notifications',
    allowed: everybody,
    send: (api) => api.post('svc/v1/notifications/get_notifications', { json: { page: 0, limit: 10 } }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/notifications/get_new_notifications_count',
    allowed: everybody,
    send: (api) => api.post('svc/v1/notifications/get_new_notifications_count'),
  },
  ...['mark_viewed', 'mark_unread'].map((mark) => ({
    endpoint: `POST /wp-json/svc/v1/notifications/${mark}/{id}`,
    allowed: nobody,
    refusal: refused('rest_forbidden'),
    send: (api: Api) => api.post(`svc/v1/notifications/${mark}/99999999`),
  })),
  {
    endpoint: 'POST /wp-json/svc/v1/notifications/mark_all_viewed/{id}',
    about: 'of somebody else',
    allowed: nobody,
    refusal: refused('rest_forbidden'),
    send: (api, { other }) => api.post(`svc/v1/notifications/mark_all_viewed/${other}`),
  },
];

const savedFilter = {
  post_type: 'contacts',
  filter: { ID: '1', name: 'Mine', query: { assigned_to: ['me'] } },
};

/** Other users (docs/users.md). */
const administrationRows: readonly CallerRow[] = [
  {
    endpoint: 'POST /wp-json/svc/v1/users/create',
    allowed: userAdministrators,
    refusal: refused('no_permissions', 401),
    send: (api) =>
      api.post('svc/v1/users/create', {
        json: { 'user-email': `${uniqueWord()}@example.test`, 'user-display': 'Made' },
      }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/users/create',
    about: 'an administrator',
    allowed: ['administrator'],
    refusalOf: (role) => refused('no_permissions', userAdministrators.includes(role) ? 403 : 401),
    send: (api) =>
      api.post('svc/v1/users/create', {
        json: {
          'user-email': `${uniqueWord()}@example.test`,
          'user-display': 'Made',
          'user-roles': ['administrator'],
        },
      }),
  },
  {
    endpoint: 'GET /wp-json/user-management/v1/user',
    allowed: userListers,
    refusal: refused('no_permissions', 401),
    send: (api, { other }) => api.get('user-management/v1/user', { query: { user: other } }),
  },
  {
    endpoint: 'POST /wp-json/user-management/v1/user',
    allowed: userListers,
    refusal: refused('no_permissions', 401),
    send: (api, { other }) =>
      api.post('user-management/v1/user', { query: { user: other }, json: { description: 'Changed' } }),
  },
  {
    endpoint: 'DELETE /wp-json/user-management/v1/user',
    allowed: userAdministrators,
    refusal: refused('no_permissions', 401),
    send: (api, { leaver }) => api.delete('user-management/v1/user', { query: { user: leaver } }),
  },
  {
    endpoint: 'GET /wp-json/user-management/v1/get_users',
    allowed: userListers,
    refusal: refused('no_permissions', 401),
    send: (api) => api.get('user-management/v1/get_users'),
  },
  {
    endpoint: 'POST /wp-json/user-management/v1/get-users',
    allowed: userListers,
    refusal: refused('no_permissions', 401),
    send: (api) => api.post('user-management/v1/get-users', { json: { limit: 1 } }),
  },
  {
    endpoint: 'POST /wp-json/user-management/v1/send_pwd_reset_email',
    allowed: userListers,
    refusal: refused('no_permissions', 401),
    send: (api, { other }) =>
      api.post('user-management/v1/send_pwd_reset_email', { json: { userId: other } }),
  },
];

const siteLink = { label: 'A form', type: 'create_contacts', site1: 'a.example.org', site2: 'b.example.org' };

/** `edit_posts` and `edit_page`. */
const siteLinkRows: readonly CallerRow[] = (
  [
    ['GET /wp-json/svc-core/v1/site-links', (api) => api.get('svc-core/v1/site-links')],
    ['POST /wp-json/svc-core/v1/site-links', (api) => api.post('svc-core/v1/site-links', { json: siteLink })],
    [
      'POST /wp-json/svc-core/v1/site-links/{id}/rotate',
      (api, { link }) => api.post(`svc-core/v1/site-links/${link}/rotate`),
    ],
    [
      'DELETE /wp-json/svc-core/v1/site-links/{id}',
      (api, { unusedLink }) => api.delete(`svc-core/v1/site-links/${unusedLink}`),
    ],
  ] satisfies [string, CallerRow['send']][]
).map(([endpoint, send]) => ({
  endpoint,
  send,
  allowed: ['administrator'],
  refusal: refused('rest_forbidden'),
}));

const transfers = 'Disciple_Tools_Contacts_Transfer::';
const transferPath = `${posts}/contacts/transfer`;

/** Transfer (docs/transfer.md): sending takes the overview over contacts, receiving is for who may create them. */
const transferRows: readonly CallerRow[] = [
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/transfer',
    allowed: nobody,
    // The site link is for a form: over it nobody can send.
    refusalOf: (role) =>
      overview.includes(role)
        ? refused(`${transfers}contact_transfer`, 400)
        : refused(`${transfers}contact_transfer_endpoint`),
    send: (api, { contact, link }) =>
      api.post(transferPath, { json: { contact_id: contact, site_post_id: link } }),
  },
  ...['contacts', 'contact'].map((name): CallerRow => ({
    endpoint: `POST /wp-json/svc-posts/v2/${name}/receive-transfer`,
    allowed: workers,
    refusal: refused(`${transfers}receive_transfer_endpoint`),
    send: (api) => api.post(`${posts}/${name}/receive-transfer`, { json: {} }),
  })),
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/receive-transfer/comments',
    allowed: nobody,
    refusalOf: (role) =>
      refused(`${transfers}receive_transfer_comments_endpoint`, workers.includes(role) ? 400 : 403),
    send: (api) => api.post(`${posts}/contacts/receive-transfer/comments`, { json: {} }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/transfer/summary',
    allowed: nobody,
    // No role has `update_own_contacts`: only site links do.
    refusal: refused(`${transfers}contact_transfer_summary_endpoint`, 400),
    send: (api, { contact }) => api.post(`${transferPath}/summary`, { json: asked(contact) }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/transfer/summary/receive-update',
    allowed: nobody,
    refusal: refused(`${transfers}contact_transfer_summary_receive_update_endpoint`, 400),
    send: (api, { contact }) =>
      api.post(`${transferPath}/summary/receive-update`, { json: { ...asked(contact), update: 'x' } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/transfer/summary/send-update',
    allowed: nobody,
    // It was never transferred.
    refusalOf: (role) =>
      refused(
        `${transfers}contact_transfer_summary_send_update_endpoint`,
        overview.includes(role) ? 400 : 403,
      ),
    send: (api, { contact }) =>
      api.post(`${transferPath}/summary/send-update`, { json: { contact_id: contact, update: 'x' } }),
  },
];

const asked = (contact: number) => ({ contact_id: contact, transfer_foreign_key: 'f'.repeat(64) });

/** Every endpoint of records that is about no one record. */
export const callerRows: readonly CallerRow[] = [
  ...types.flatMap((type): CallerRow[] => {
    // Only administrators create people groups.
    const allowed = type === 'peoplegroups' ? deleters : workers;
    const rule = { about: type, allowed, refusal: refused('create_post') };
    const fields = { name: 'Created' };
    const endpoint = 'POST /wp-json/svc-posts/v2/{post_type}';
    return [
      { ...rule, endpoint, send: (api) => api.post(`${posts}/${type}`, { json: fields }) },
      { ...rule, endpoint: `${endpoint}/batch`, send: (api) => itemAlone(api, type, { fields }) },
    ];
  }),
  ...accessRows('GET /wp-json/svc-posts/v2/{post_type}', 'search_viewable_post', (api, type) =>
    api.get(`${posts}/${type}`, { query: { limit: 1 } }),
  ),
  ...accessRows('GET /wp-json/svc-posts/v2/{post_type}/list', 'search_viewable_post', (api, type) =>
    api.get(`${posts}/${type}/list`, { query: { limit: 1 } }),
  ),
  ...accessRows('POST /wp-json/svc-posts/v2/{post_type}/list', 'search_viewable_post', (api, type) =>
    api.post(`${posts}/${type}/list`, { json: { limit: 1 } }),
  ),
  ...accessRows('GET /wp-json/svc-posts/v2/{post_type}/settings', 'get_post_settings', (api, type) =>
    api.get(`${posts}/${type}/settings`),
  ),
  ...accessRows('GET /wp-json/svc-posts/v2/{post_type}/compact', 'get_viewable_compact', (api, type) =>
    api.get(`${posts}/${type}/compact`),
  ),
  ...accessRows(
    'GET /wp-json/svc-posts/v2/{post_type}/multi-select-values',
    'get_multi_select_options',
    (api, type) => api.get(`${posts}/${type}/multi-select-values`, { query: { field: 'tags' } }),
  ),
  ...accessRows('POST /wp-json/svc-posts/v2/{post_type}/split_by', 'split_by', (api, type) =>
    api.post(`${posts}/${type}/split_by`, { json: { field_id: 'tags' } }),
  ),
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/all-duplicates',
    allowed: [...overview, 'partner', 'marketer'],
    refusal: refused('search_viewable_post'),
    send: (api) => api.get(`${posts}/contacts/all-duplicates`),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/check_field_value_exists',
    allowed: workers,
    refusal: refused('rest_forbidden'),
    send: (api) =>
      api.post(`${posts}/contacts/check_field_value_exists`, {
        json: { communication_channel: 'contact_phone', field_value: '1' },
      }),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/posts/search/advanced_search',
    allowed: everybody,
    send: (api) =>
      api.get(`${posts}/posts/search/advanced_search`, {
        query: { query: 'x', post_type: 'all', offset: 0 },
      }),
  },
  ...(
    [
      ['svc/v1/mapping_module/search_location_grid_by_name', { s: 'x' }],
      ['svc/v1/mapping_module/location_counts', { post_type: 'contacts' }],
      ['svc-mobile-app/v1/locations', {}],
      ['svc-mobile-app/v1/location-data', {}],
    ] as const
  ).map(([path, query]): CallerRow => ({
    endpoint: `GET /wp-json/${path}`,
    allowed: workers,
    refusal: refused('search_location_grid_by_name'),
    send: (api) => api.get(path, { query }),
  })),
  {
    endpoint: 'GET /wp-json/svc/v1/people-groups/compact',
    allowed: workers,
    refusal: refused('get_viewable_compact'),
    send: (api) => api.get('svc/v1/people-groups/compact'),
  },
  {
    endpoint: 'GET /wp-json/svc-core/v1/settings',
    allowed: everybody,
    send: (api) => api.get('svc-core/v1/settings'),
  },
  ...userRows,
  ...notificationRows,
  ...administrationRows,
  ...siteLinkRows,
  ...transferRows,
];
