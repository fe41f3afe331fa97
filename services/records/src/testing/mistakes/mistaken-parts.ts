import { extension, visits, type MistakenRow } from './declared.ts';

const withVisits = (more: object) => extension({ postTypes: { visits: { ...visits, ...more } } });
const number = { name: 'X', type: 'number' };
const assignee = { name: 'X', type: 'user_select' };
const select = (options: unknown, more: object = {}) => ({
  name: 'X',
  type: 'key_select',
  default: options,
  ...more,
});
const tile = (declared: object) => extension({ tiles: { contacts: { x: declared } } });
const filter = (declared: object) =>
  extension({ listFilters: { contacts: { filters: [{ id: 'x', tab: 'custom', query: {}, ...declared }] } } });
const role = (declared: object, key = 'trainer') => extension({ roles: { [key]: declared } });
const linkType = (declared: object) => extension({ siteLinkTypes: { visits: declared } });
const module = (declared: object, key = 'visits') => extension({ modules: { [key]: declared } });
const grant = (declared: object) => withVisits({ grants: [{ capability: 'plan_visits', ...declared }] });
const ofFilter = 'listFilters.contacts: the filter x';

/** Declarations with a mistake outside of their fields. */
export const mistakenParts: readonly MistakenRow[] = [
  // The extension itself.
  [undefined, 'is missing; it must be an object'],
  [extension({ postTyps: {} }), 'postTyps: unknown attribute; did you mean postTypes?'],
  [extension({ feilds: {} }), 'feilds: unknown attribute; did you mean fields?'],
  [
    extension({ hooks: {} }),
    'hooks: unknown attribute; the attributes are name, version, requires, pluginUrl, ',
  ],
  [{ version: '1.0.0' }, 'name: is missing; it must be a text'],
  [{ name: 'trainings' }, 'version: is missing; it must be a text'],
  [extension({ name: '@svc/contacts' }), 'name: must not begin with @svc/, which is reserved'],
  [extension({ requires: 'two' }), 'requires: must be a version of the extension API such as 1.0 or 1.0.0'],
  [extension({ pluginUrl: 'trainings' }), 'pluginUrl: must be a URL such as https://'],
  [extension({ setup: 'later' }), 'setup: must be a function'],
  [extension({ translations: { fr: {} } }), 'translations.fr: unknown language; '],
  [extension({ translations: { fr_FR: { Visit: 1 } } }), 'translations.fr_FR.Visit: must be a text'],
  // Modules.
  [module({ label: 'Visits' }, 'My visits'), 'modules.My visits: a module key must consist of a-z, 0-9'],
  [module({ lable: 'Visits' }), 'modules.visits.lable: unknown attribute; did you mean label?'],
  [module({ label: 'Visits', required: 'yes' }), 'modules.visits.required: must be true or false'],
  // Post types.
  [
    extension({ postTypes: { 'my.visits': visits } }),
    'postTypes.my.visits: the key of a post type must consist of letters',
  ],
  [
    extension({ postTypes: Object.fromEntries([['__proto__', visits]]) }),
    'postTypes.__proto__: the key of a post type must consist of letters',
  ],
  [
    extension({ postTypes: { visits: { label_singular: 'Visit' } } }),
    'postTypes.visits.label_plural: is missing; it must be a text',
  ],
  [
    withVisits({ label_prural: 'Visits' }),
    'postTypes.visits.label_prural: unknown attribute; did you mean label_plural?',
  ],
  [
    withVisits({ status_field: { status_key: 'status', archived_key: 'gone' } }),
    'postTypes.visits.status_field: names status, which must be a field with options',
  ],
  [
    withVisits({
      fields: { status: select({ open: { label: 'Open' } }) },
      status_field: { status_key: 'status', archived_key: 'opne' },
    }),
    'postTypes.visits.status_field: names opne, which must be an option of status; did you mean open?',
  ],
  [
    withVisits({ duplicate_fields: ['nam'] }),
    'postTypes.visits.duplicate_fields: names nam, which must be the name or a communication channel; did you mean name?',
  ],
  [
    withVisits({ duplicates: { never_offered: { type: ['gone'] } } }),
    'postTypes.visits.duplicates: never_offered names gone, which must be an option of type',
  ],
  [
    withVisits({ duplicates: { never_ofered: {} } }),
    'postTypes.visits.duplicates.never_ofered: unknown attribute; did you mean never_offered?',
  ],
  [
    withVisits({ notifications: { unannounced: { type: ['gone'] } } }),
    'postTypes.visits.notifications: unannounced names gone, which must be an option of type',
  ],
  [
    withVisits({ notifications: { followed_by_all: { capability: 'manage_td', records: {} } } }),
    'postTypes.visits.notifications: unknown capability manage_td; did you mean manage_dt?',
  ],
  [
    withVisits({ notifications: { milestones: 'tags' } }),
    'postTypes.visits.notifications: milestones names tags, which must be a multi_select',
  ],
  [
    withVisits({ acceptance: { accepted: {}, declined: {} } }),
    'postTypes.visits.acceptance: requires the field assigned_to, which must be a user_select',
  ],
  [
    withVisits({
      fields: { assigned_to: assignee, status: select({ open: { label: 'Open' } }) },
      acceptance: { accepted: { status: 'opne' }, declined: {} },
    }),
    'postTypes.visits.acceptance: accepted names opne, which must be an option of status; did you mean open?',
  ],
  [
    withVisits({ fields: { assigned_to: assignee }, acceptance: { accepted: {}, declined: { nam: 'x' } } }),
    'postTypes.visits.acceptance: declined names nam, which must be a field; did you mean name?',
  ],
  [
    withVisits({ fields: { user: number }, user_field: 'usr' }),
    'postTypes.visits.user_field: names usr, which must be a number field; did you mean user?',
  ],
  [
    withVisits({ fields: { user: number }, user_field: 'user' }),
    'postTypes.visits.user_field: must be declared once; contacts already declares it',
  ],
  [grant({ actions: ['edit'] }), 'postTypes.visits.grants.0.actions.0: must be one of view, update, list'],
  [grant({ type: ['access'] }), 'postTypes.visits.grants.0.type: unknown attribute; did you mean types?'],
  [
    grant({ types: ['gone'] }),
    'postTypes.visits.grants: the grant of plan_visits names gone, which must be an option of type',
  ],
  [
    grant({ limited: true }),
    'postTypes.visits.grants: the grant of plan_visits is limited to sources and must name types',
  ],
  [
    grant({ capability: 'manage_td' }),
    'postTypes.visits.grants: unknown capability manage_td; did you mean manage_dt?',
  ],
  [
    withVisits({ aliases: { y: { field: 'x' } } }),
    'postTypes.visits.aliases: the alias y names x, which must be a field',
  ],
  [
    withVisits({ aliases: { name: { field: 'tags' } } }),
    'postTypes.visits.aliases: the alias name must not be the key of a field',
  ],
  [
    withVisits({ connected_values: { place: { name: true } } }),
    'postTypes.visits.connected_values: names place, which must be a connection',
  ],
  // Tiles.
  [tile({ label: 3 }), 'tiles.contacts.x.label: must be a text'],
  [
    tile({ label: 'X', tile_prority: 3 }),
    'tiles.contacts.x.tile_prority: unknown attribute; did you mean tile_priority?',
  ],
  [
    tile({ label: 'X', order: ['nicname'] }),
    'tiles.contacts.x.order: names nicname, which must be a field; did you mean nickname?',
  ],
  [
    extension({ tiles: { group: { x: { label: 'X' } } } }),
    'tiles.group: neither this extension nor one before it declares the post type group; did you mean groups?',
  ],
  // Filters of list pages.
  [filter({ querry: {} }), 'listFilters.contacts.filters.0.querry: unknown attribute; did you mean query?'],
  [
    filter({ query: { nicname: ['red'] } }),
    `${ofFilter}: One or more fields do not exist (nicname); did you mean nickname?`,
  ],
  [filter({ tab: 'custm' }), `${ofFilter}: unknown tab custm; did you mean custom?`],
  [filter({ each: 'nickname' }), `${ofFilter}: each names nickname, which must be a field with options`],
  [
    filter({ each: 'gender', below: { femal: [] } }),
    `${ofFilter}: below names femal, which must be an option of gender; did you mean female?`,
  ],
  [filter({ id: 'personal' }), 'listFilters.contacts: the filter personal: another filter has the same id'],
  [
    filter({ capabilities: ['acces_contacts'] }),
    'listFilters.contacts.filters.x.capabilities: unknown capability acces_contacts; did you mean access_contacts?',
  ],
  [
    extension({
      listFilters: { contacts: { tabs: { own: { label: 'Own', order: 1, counted_by: 'persnal' } } } },
    }),
    'listFilters.contacts: the tab own shows the count of persnal, which must be a filter of the list page; did you mean personal?',
  ],
  // Roles and site links.
  [
    role({ permissions: {} }, 'multiplyer'),
    'roles.multiplyer: a new role requires a label, and no role has this key yet; did you mean multiplier?',
  ],
  [
    role({ label: 'Trainer', permisions: {} }),
    'roles.trainer.permisions: unknown attribute; did you mean permissions?',
  ],
  [
    role({ label: 'Trainer', permissions: { access_contacts: 'yes' } }),
    'roles.trainer.permissions.access_contacts: must be true or false',
  ],
  [
    role({ label: 'Trainer', permissions: { acess_contacts: true } }),
    'roles.trainer.permissions: unknown capability acess_contacts; did you mean access_contacts?',
  ],
  [
    role({ label: 'Trainer', permissions: { view_any_visits: true } }),
    'roles.trainer.permissions: unknown capability view_any_visits: no extension declares the post type visits',
  ],
  [linkType({ capabilities: [] }), 'siteLinkTypes.visits.label: is missing; it must be a text'],
  [
    linkType({ label: 'Visits', capability: [], capabilities: [] }),
    'siteLinkTypes.visits.capability: unknown attribute; did you mean capabilities?',
  ],
  [
    linkType({ label: 'Visits', capabilities: ['create_contact'] }),
    'siteLinkTypes.visits.capabilities: unknown capability create_contact; did you mean create_contacts?',
  ],
];
