import { serviceNames } from '@svc/contracts';
import { itemAlone, type Answer, type Api } from '../../support/http.ts';
import { tinyPicture } from '../../support/tiny-picture.ts';
import { uniqueWord } from '../../support/world.ts';
import { ask, type Sent } from './ask.ts';
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

export interface Refusal {
  readonly code: string;
  readonly status: number;
}

/** Ids that requests name. */
export interface Others {
  /** A user whom the caller may not know of, and one who can be deleted. */
  readonly other: number;
  readonly leaver: number;
  /** A site link, and one that can be deleted. */
  readonly link: number;
  /** A contact of type access that another user created. */
  readonly contact: number;
  readonly unusedLink: number;
}

/** An endpoint that is not about a single record: the roles that may use it, and the refusal of the others. */
interface CallerRow {
  /** The endpoint as `npm run endpoints` prints it, without the API root. */
  readonly endpoint: string;
  /** Distinguishes this row from others of the same endpoint. */
  readonly about?: string;
  readonly allowed: readonly Role[];
  /** The refusal, which may differ between roles. */
  readonly refusal: (role: Role) => Refusal;
  readonly send: (api: Api, of: Others) => Promise<Answer<unknown>>;
}

const refused = (code: string, status = 403) => ({ code, status });

const row = (
  endpoint: string,
  allowed: readonly Role[],
  refusal: Refusal | ((role: Role) => Refusal),
  sent: Sent | ((of: Others) => Sent) = {},
  about?: string,
): CallerRow => ({
  endpoint,
  allowed,
  refusal: typeof refusal === 'function' ? refusal : () => refusal,
  send: (api, of) => ask(api, endpoint, typeof sent === 'function' ? sent(of) : sent),
  ...(about !== undefined && { about }),
});

/** A row for everybody with an account. */
const open = (endpoint: string, sent: Sent = {}) => row(endpoint, everybody, refused('none'), sent);

const types = ['contacts', 'groups', 'peoplegroups'] as const;
const contacts = { at: { post_type: 'contacts' } };
const noPermissions = refused('no_permissions', 401);

/** Endpoints about the caller, and about users whom they may know of (docs/guides/users.md). */
const userRows: readonly CallerRow[] = [
  open('GET '),
  open('GET svc/v1/user/my'),
  open('POST svc/v1/user/update', { json: { description: 'Changed' } }),
  open('POST svc/v1/user/avatar', { json: { picture: tinyPicture } }),
  open('DELETE svc/v1/user/avatar'),
  row(
    'DELETE svc/v1/user/avatar',
    deleters,
    noPermissions,
    ({ other }) => ({ json: { user_id: other } }),
    'of somebody else',
  ),
  open('GET svc-users/v1/activity-log'),
  open('POST svc-core/v1/activity', { json: { action: 'viewed' } }),
  open('GET svc/v1/users/current_locations'),
  open('POST svc/v1/users/switch_preference', { json: { preference_key: 'follow_all' } }),
  open('GET svc/v1/users/disable_product_tour'),
  open('POST svc/v1/users/disable_product_tour'),
  open('DELETE svc/v1/users/save_filters', { query: { id: '1', post_type: 'contacts' } }),
  row('GET svc/v1/users/get_users', workers, refused('get_assignable_users_compact')),
  row('GET svc-posts/v2/contacts/assignment-list', overview, refused('get_assignable_users_compact')),
  row(
    'GET svc/v1/users/contact-id',
    // Roles that may know of all users; the others only know of users with whom they share a record.
    [...overview, 'user_manager'],
    refused('no_permissions'),
    ({ other }) => ({ query: { user_id: other } }),
    'of somebody else',
  ),
  row(
    'POST svc/v1/users/user_location',
    nobody,
    // No places are stored, so callers with permission get an error about the place.
    (role) => (deleters.includes(role) ? refused('rest_invalid_param', 400) : noPermissions),
    ({ other }) => ({ json: { user_id: other, grid_id: 1 } }),
    'of somebody else',
  ),
  row(
    'DELETE svc/v1/users/user_location',
    deleters,
    noPermissions,
    ({ other }) => ({ json: { user_id: other, grid_id: 1 } }),
    'of somebody else',
  ),
  row(
    'POST svc/v1/users/app_switch',
    nobody,
    refused('preference_error', 400),
    { json: { app_key: 'home' } },
    'an app that is not there',
  ),
  row('GET svc/v1/users/get_filters', workers, refused('search_viewable_post'), {
    query: { post_type: 'contacts' },
  }),
  row('POST svc/v1/users/save_filters', workers, refused('search_viewable_post'), {
    json: { post_type: 'contacts', filter: { ID: '1', name: 'Mine', query: { assigned_to: ['me'] } } },
  }),
];

const ofOthers = refused('rest_forbidden');

/** Everybody reads their own notifications and nobody else's. */
const notificationRows: readonly CallerRow[] = [
  open('POST svc/v1/notifications/get_notifications', { json: { page: 0, limit: 10 } }),
  open('POST svc/v1/notifications/get_new_notifications_count'),
  ...['mark_viewed', 'mark_unread'].map((mark) =>
    row(`POST svc/v1/notifications/${mark}/{id}`, nobody, ofOthers, { at: { id: 99_999_999 } }),
  ),
  row(
    'POST svc/v1/notifications/mark_all_viewed/{id}',
    nobody,
    ofOthers,
    ({ other }) => ({ at: { id: other } }),
    'of somebody else',
  ),
];

/** Everybody with an account gets a ticket; which changes it opens is decided when it is used. */
const liveRows: readonly CallerRow[] = [
  open('POST svc/v1/events/ticket'),
  row('GET svc/v1/changes', workers, refused('search_viewable_post'), { query: { post_type: 'contacts' } }),
];

const newUser = (more: object = {}) => ({
  json: { 'user-email': `${uniqueWord()}@example.test`, 'user-display': 'Made', ...more },
});
const user = 'user-management/v1/user';

/** Endpoints about other users (docs/guides/users.md). */
const administrationRows: readonly CallerRow[] = [
  row('POST svc/v1/users/create', userAdministrators, noPermissions, () => newUser()),
  row(
    'POST svc/v1/users/create',
    ['administrator'],
    (role) => refused('no_permissions', userAdministrators.includes(role) ? 403 : 401),
    () => newUser({ 'user-roles': ['administrator'] }),
    'an administrator',
  ),
  row(`GET ${user}`, userListers, noPermissions, ({ other }) => ({ query: { user: other } })),
  row(`POST ${user}`, userListers, noPermissions, ({ other }) => ({
    query: { user: other },
    json: { description: 'Changed' },
  })),
  row(`DELETE ${user}`, userAdministrators, noPermissions, ({ leaver }) => ({ query: { user: leaver } })),
  row('GET user-management/v1/get_users', userListers, noPermissions),
  row('POST user-management/v1/get-users', userListers, noPermissions, { json: { limit: 1 } }),
  row('POST user-management/v1/send_pwd_reset_email', userListers, noPermissions, ({ other }) => ({
    json: { userId: other },
  })),
];

/** Everybody has keys; administrators those of others too. */
const keyRows: readonly CallerRow[] = [
  open('GET svc/v1/keys'),
  row(
    'GET svc/v1/keys',
    ['administrator'],
    refused('no_permissions'),
    ({ other }) => ({ query: { user_id: other } }),
    'of somebody else',
  ),
  open('POST svc/v1/keys', { json: { name: 'Mine', access: 'read' } }),
  row(
    'POST svc/v1/keys',
    ['administrator'],
    refused('no_permissions'),
    { json: { name: 'All', access: 'read', administration: true } },
    'with administration',
  ),
  row(
    'POST svc/v1/keys',
    ['administrator'],
    refused('no_permissions'),
    ({ other }) => ({ json: { name: 'Theirs', access: 'read', user_id: other } }),
    'for somebody else',
  ),
  row('DELETE svc/v1/keys/{id}', nobody, refused('rest_invalid_param', 400), { at: { id: 99_999_999 } }),
];

/** Everybody has sessions of their own. */
const sessionRows: readonly CallerRow[] = [
  open('GET svc/v1/sessions'),
  open('DELETE svc/v1/sessions'),
  row('DELETE svc/v1/sessions/{session}', nobody, refused('rest_invalid_param', 400), {
    at: { session: 'AbC' },
  }),
];

/** The form of a new passkey, without a challenge. */
const unknownPasskey = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};

/** Everybody has a second factor of their own, or none: no code here belongs to a secret. */
const secondFactorRows: readonly CallerRow[] = [
  open('GET svc/v1/second-factor'),
  open('POST svc/v1/second-factor/totp'),
  row('POST svc/v1/second-factor/totp/confirm', nobody, refused('rest_invalid_param', 400), {
    json: { code: 'none' },
  }),
  row('DELETE svc/v1/second-factor/totp', nobody, refused('rest_invalid_param', 400), {
    json: { code: '000000' },
  }),
  // The services of the matrix are at a loopback address, whose passkeys are those of localhost.
  open('POST svc/v1/second-factor/passkeys/options'),
  open('GET svc/v1/second-factor/passkeys'),
  row('POST svc/v1/second-factor/passkeys', nobody, refused('passkey_refused', 400), {
    json: { name: 'Key', response: unknownPasskey },
  }),
  row('DELETE svc/v1/second-factor/passkeys/{credential}', nobody, refused('rest_invalid_param', 400), {
    at: { credential: 'AbC' },
  }),
];

const role = { key: 'matrix', label: 'Matrix', permissions: {} };
const ownRole = () => ({ json: { ...role, key: uniqueWord().replaceAll('-', '_') } });

/** Roles, for callers who give them. Each creates one of its own; the rest names one that is not there. */
const roleRows: readonly CallerRow[] = [
  row('GET svc/v1/roles', userAdministrators, noPermissions),
  row('POST svc/v1/roles', userAdministrators, noPermissions, ownRole),
  ...['POST', 'DELETE'].map((method) =>
    row(
      `${method} svc/v1/roles/{role}`,
      nobody,
      (by) => (userAdministrators.includes(by) ? refused('invalid_role', 400) : noPermissions),
      { at: { role: 'missing' } },
    ),
  ),
];

/** The audit log, for `manage_dt`. */
const auditRows: readonly CallerRow[] = [row('GET svc/v1/audit-log', deleters, refused('no_permissions'))];

const noOperator = refused('rest_forbidden');

/** How the installation runs, for `manage_dt`. */
const operationsRows: readonly CallerRow[] = [
  row('GET svc/v1/operations', deleters, noOperator),
  row('GET svc/v1/operations/search-index', deleters, noOperator),
  row('POST svc/v1/operations/search-index/rebuild', deleters, noOperator),
  row('GET svc/v1/operations/mails', deleters, noOperator),
  ...serviceNames.flatMap((service) => {
    const path = `svc/v1/operations/dead-letters/${service}`;
    const sent = { json: { consumer: `commands-${service}`, ids: [999_999] } };
    return [
      row(`GET ${path}`, deleters, noOperator),
      row(`POST ${path}/replay`, deleters, noOperator, sent),
      row(`POST ${path}/drop`, deleters, noOperator, sent),
    ];
  }),
  row(
    'POST svc/v1/operations/mails/{mail}/retry',
    nobody,
    (by) => (deleters.includes(by) ? refused('unknown_mail', 404) : noOperator),
    { at: { mail: 'missing' } },
  ),
];

const siteLinks = 'svc-core/v1/site-links';
const siteLink = { label: 'A form', type: 'create_contacts', site1: 'a.example.org', site2: 'b.example.org' };

/** Endpoints for `edit_posts` and `edit_page`. */
const siteLinkRows: readonly CallerRow[] = (
  [
    [`GET ${siteLinks}`, {}],
    [`POST ${siteLinks}`, { json: siteLink }],
    [`POST ${siteLinks}/{id}/rotate`, ({ link }) => ({ at: { id: link } })],
    [`DELETE ${siteLinks}/{id}`, ({ unusedLink }) => ({ at: { id: unusedLink } })],
  ] satisfies [string, Sent | ((of: Others) => Sent)][]
).map(([endpoint, sent]) => row(endpoint, ['administrator'], refused('rest_forbidden'), sent));

const transfers = 'Disciple_Tools_Contacts_Transfer::';
const transfer = 'POST svc-posts/v2/contacts/transfer';
const received = 'POST svc-posts/v2/contacts/receive-transfer';
const asked = (contact: number) => ({ contact_id: contact, transfer_foreign_key: 'f'.repeat(64) });

/** Transfers (docs/guides/transfer.md): sending needs the overview of contacts, receiving a site link. */
const transferRows: readonly CallerRow[] = [
  row(
    transfer,
    nobody,
    // The site link is for a form, over which nothing can be sent.
    (role) =>
      overview.includes(role)
        ? refused(`${transfers}contact_transfer`, 400)
        : refused(`${transfers}contact_transfer_endpoint`),
    ({ contact, link }) => ({ json: { contact_id: contact, site_post_id: link } }),
  ),
  ...[received, received.replace('contacts', 'contact')].map((endpoint) =>
    row(endpoint, nobody, refused(`${transfers}receive_transfer_endpoint`), { json: {} }),
  ),
  row(`${received}/comments`, nobody, refused(`${transfers}receive_transfer_comments_endpoint`), {
    json: {},
  }),
  row(
    `${transfer}/summary`,
    nobody,
    // Only site links have `update_own_contacts`, no role has it.
    refused(`${transfers}contact_transfer_summary_endpoint`, 400),
    ({ contact }) => ({ json: asked(contact) }),
  ),
  row(
    `${transfer}/summary/receive-update`,
    nobody,
    refused(`${transfers}contact_transfer_summary_receive_update_endpoint`, 400),
    ({ contact }) => ({ json: { ...asked(contact), update: 'x' } }),
  ),
  row(
    `${transfer}/summary/send-update`,
    nobody,
    // The contact was never transferred.
    (role) =>
      refused(
        `${transfers}contact_transfer_summary_send_update_endpoint`,
        overview.includes(role) ? 400 : 403,
      ),
    ({ contact }) => ({ json: { contact_id: contact, update: 'x' } }),
  ),
];

const ofType = 'svc-posts/v2/{post_type}';

/** Endpoints for everybody with access to a type. */
const accessRows: readonly CallerRow[] = (
  [
    [`GET ${ofType}`, 'search_viewable_post', { query: { limit: 1 } }],
    [`GET ${ofType}/list`, 'search_viewable_post', { query: { limit: 1 } }],
    [`POST ${ofType}/list`, 'search_viewable_post', { json: { limit: 1 } }],
    [`GET ${ofType}/settings`, 'get_post_settings', {}],
    [`GET ${ofType}/compact`, 'get_viewable_compact', {}],
    [`GET ${ofType}/multi-select-values`, 'get_multi_select_options', { query: { field: 'tags' } }],
    [`POST ${ofType}/aggregate`, 'search_viewable_post', { json: { group_by: ['post_date'] } }],
    [`POST ${ofType}/split_by`, 'split_by', { json: { field_id: 'tags' } }],
  ] satisfies [string, string, Sent][]
).flatMap(([endpoint, code, sent]) =>
  types.map((type) => row(endpoint, workers, refused(code), { ...sent, at: { post_type: type } }, type)),
);

/** Every endpoint of records that is not about a single record. */
export const callerRows: readonly CallerRow[] = [
  ...types.flatMap((type): CallerRow[] => {
    // Only administrators create people groups.
    const allowed = type === 'peoplegroups' ? deleters : workers;
    const fields = { name: 'Created' };
    const sent = { json: fields, at: { post_type: type } };
    const alone = row(`POST ${ofType}`, allowed, refused('create_post'), sent, type);
    return [
      alone,
      { ...alone, endpoint: `POST ${ofType}/batch`, send: (api) => itemAlone(api, type, { fields }) },
    ];
  }),
  ...accessRows,
  row(
    `GET ${ofType}/all-duplicates`,
    [...overview, 'partner', 'marketer'],
    refused('search_viewable_post'),
    contacts,
  ),
  row(`POST ${ofType}/check_field_value_exists`, workers, refused('rest_forbidden'), {
    ...contacts,
    json: { communication_channel: 'contact_phone', field_value: '1' },
  }),
  open('GET svc-posts/v2/posts/search/advanced_search', {
    query: { query: 'x', post_type: 'all', offset: 0 },
  }),
  ...(
    [
      ['svc/v1/mapping_module/search_location_grid_by_name', { s: 'x' }],
      ['svc/v1/mapping_module/get_drilldown', { grid_id: 'world' }],
      ['svc/v1/mapping_module/location_counts', { post_type: 'contacts' }],
      ['svc-mobile-app/v1/locations', {}],
      ['svc-mobile-app/v1/location-data', {}],
    ] as const
  ).map(([path, query]) => row(`GET ${path}`, workers, refused('search_location_grid_by_name'), { query })),
  row('POST svc/v1/mapping_module/get_drilldown', workers, refused('search_location_grid_by_name'), {
    json: { grid_id: 'world' },
  }),
  ...[
    ['contacts', 'contacts_to_contacts'],
    ['groups', 'groups_to_groups'],
  ].map(([post_type = '', p2p_type]) =>
    row(
      'POST svc/v1/metrics/personal/genmap',
      workers,
      refused('search_viewable_post'),
      { json: { post_type, p2p_type, p2p_direction: 'to', focus_id: 1 } },
      post_type,
    ),
  ),
  row('GET svc/v1/people-groups/compact', workers, refused('get_viewable_compact')),
  open('GET svc-core/v1/settings'),
  ...userRows,
  ...notificationRows,
  ...liveRows,
  ...administrationRows,
  ...keyRows,
  ...sessionRows,
  ...secondFactorRows,
  ...roleRows,
  ...auditRows,
  ...operationsRows,
  ...siteLinkRows,
  ...transferRows,
];
