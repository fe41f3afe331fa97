import fc from 'fast-check';
import type { FieldDefinition } from '@svc/contracts';
import { roles } from '../../../api/matrix/roles.ts';
import { password, type Caller, type Scene, type Subject } from '../scene.ts';
import { valuesOfField } from './field-values.ts';
import { plainText } from './texts.ts';
import type { Vocabulary } from './values-of-schema.ts';

type Values = fc.Arbitrary<unknown>;
type ByName = Vocabulary['values'];

const some = (values: Readonly<Record<string, Values>>): Values =>
  fc.record(values, { requiredKeys: [] }).map((all) => Object.fromEntries(Object.entries(all).slice(0, 4)));

const either = (...values: readonly unknown[]): Values => fc.constantFrom(...values);
const numbered = (ids: readonly number[]): Values => either(...ids, ...ids.map(String));
const day = either('2021-02-03', '2021-02-03 10:00:00', '1600000000', 1_600_000_000);
const moment = fc.oneof(fc.nat(), fc.nat().map(String));
const count = fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 1_000 }).map(String));

/**
 * The values that clients send about one record of a scene, by name. A name with the last fixed segment of a path, such as `token/password`,
 * is only for the endpoints of that path.
 */
export function vocabularyOf(scene: Scene, subject: Subject): Vocabulary {
  const fields = fieldsOf(scene, subject);
  const places = numbered(scene.places);
  const people = scene.subjects.filter(({ type }) => type === 'peoplegroups');
  const settings = userSettings(places, numbered(people.map(({ id }) => id)));
  return {
    values: { ...fixed, ...idsOf(scene, subject), ...keysOf(scene, subject), ...linksOf(scene) },
    shapes: {
      ...shapesOf(fields),
      ...placed(places),
      settings,
      permissions,
      'user-optional-fields': settings,
    },
  };
}

export function wordsOfCaller({ userId = 1, notifications = [] }: Caller): ByName {
  const notified = numbered(notifications.length > 0 ? notifications : [1]);
  return {
    'mark_viewed/id': notified,
    'mark_unread/id': notified,
    'mark_all_viewed/id': numbered([userId]),
  };
}

/** Ids of other things, or of nothing. */
export function otherIds({ subjects, linkIds, userIds }: Scene): ByName {
  const ids = numbered([...subjects.map(({ id }) => id), ...linkIds, ...userIds, 1, 2, 3, 99_999_999]);
  return {
    post_type: either('contacts', 'groups', 'peoplegroups', 'all'),
    id: ids,
    contact_id: ids,
    post_id: ids,
    primary_post_id: ids,
    user_id: ids,
    user: ids,
    comment_id: either(...subjects.map(({ comment }) => comment)),
    activity_id: either(...subjects.map(({ activity }) => activity)),
    address: either('0'.repeat(26), '..'),
  };
}

function keysOf({ settings }: Scene, { type }: Subject): ByName {
  const fields = Object.entries(settings[type]?.fields ?? {});
  const key = either(...fields.map(([name]) => name));
  const of = (...types: string[]): Values =>
    either(
      ...fields.filter(([, field]) => types.includes((field as FieldDefinition).type)).map(([name]) => name),
      'name',
    );
  const several = fc.array(key, { maxLength: 2 }).map((all) => all.join(','));
  return {
    field: of('multi_select', 'tags'),
    field_id: of('key_select', 'multi_select', 'tags', 'user_select', 'location', 'connection'),
    field_key: of('connection'),
    communication_channel: of('communication_channel'),
    check_for_duplicates: several,
  };
}

/** Permissions of a role, one of which does not exist. */
const permissions = fc.dictionary(fc.constantFrom('access_contacts', 'manage_dt', 'fly'), fc.boolean());

function linksOf({ linkTypes, transferTokens, linkIds, arrival }: Scene): ByName {
  const remoteId = either(arrival.remoteId);
  return {
    type: either(...linkTypes),
    transfer_token: either(...transferTokens),
    site_post_id: numbered(linkIds),
    'site-links/id': numbered(linkIds),
    'rotate/id': numbered(linkIds),
    'summary/contact_id': remoteId,
    'receive-update/contact_id': remoteId,
    'comments/post_id': either(arrival.id),
    transfer_foreign_key: either(arrival.foreignKey),
  };
}

const placed = (places: Values): ByName => ({
  location_grid_meta: fc.record({ grid_id: places, label: plainText, grid_meta_id: fc.nat({ max: 20 }) }),
});

function idsOf(scene: Scene, subject: Subject): ByName {
  const { userIds, usernames, places } = scene;
  const { type, id, maker, comment, activity } = subject;
  const others = scene.subjects.filter((other) => other.type === type && other.id !== id);
  const own = others.filter((other) => other.maker === maker);
  const merged = (own.length > 0 ? own : others).map((other) => other.id);
  const user = numbered(userIds);
  const place = numbered(places);
  return {
    post_type: either(type),
    p2p_type: either(`${type}_to_${type}`),
    focus_id: numbered([id]),
    id: numbered([id]),
    comment_id: numbered([comment]),
    activity_id: numbered([activity]),
    contact_id: numbered([id]),
    post_id: numbered([id]),
    primary_post_id: numbered([id]),
    archiving_post_id: numbered(merged.length > 0 ? merged : [id]),
    'dismiss-duplicates/id': numbered(merged.length > 0 ? merged : [id]),
    user_id: user,
    user,
    grid_id: place,
    parent: place,
    location_ids: fc.array(place, { maxLength: 3 }),
    corresponds_to_contact: fc.option(either(id), { nil: undefined, freq: 1 }),
    'token/username': either(...usernames),
  };
}

type Fields = Readonly<Record<string, ReturnType<typeof valuesOfField>>>;

function fieldsOf({ settings, subjects, userIds, places }: Scene, { type }: Subject): Fields {
  const byType = Map.groupBy(subjects, (subject) => subject.type);
  const records = Object.fromEntries([...byType].map(([key, all]) => [key, all.map(({ id }) => id)]));
  const refs = { records, users: userIds, places };
  const declared = Object.entries(settings[type]?.fields ?? {});
  return Object.fromEntries(
    declared.map(([key, field]) => [key, valuesOfField(field as FieldDefinition, refs)]),
  );
}

/** Values that schemas leave open: fields, and filters by fields. */
function shapesOf(fields: Fields): ByName {
  const keys = Object.keys(fields);
  const chosen = (of: 'write' | 'filter') =>
    fc
      .uniqueArray(fc.constantFrom(...keys.filter((key) => fields[key]?.[of])), { maxLength: 3 })
      .chain((some): fc.Arbitrary<Record<string, unknown>> =>
        fc.record(Object.fromEntries(some.map((key) => [key, fields[key]?.[of] as Values]))),
      );
  const written = fc
    .tuple(chosen('write'), plainText, said)
    .map(([body, name, more]) => ({ ...body, name, ...(more as object) }));
  const filters = chosen('filter');
  const listed = fc
    .tuple(filters, listControls(keys))
    .map(([asked, controls]) => ({ ...asked, ...(controls as object) }));
  const post = fc.record({ ID: fc.nat(), post_title: plainText, post_date: day });
  return {
    meta: some({ a: plainText, b: fc.array(plainText, { maxLength: 2 }) }),
    comments: transferred,
    fields: written,
    values: written,
    query: listed,
    filters: listed,
    filter: fc.record({ ID: fc.nat().map(String), name: plainText, query: listed }),
    contact_data: fc.record({
      post,
      postmeta: filters,
      comments: transferred,
      transfer_foreign_key: foreignKey,
    }),
  };
}

const said = fc.oneof(
  { weight: 6, arbitrary: some({ notes: fc.array(plainText, { maxLength: 2 }) }) },
  { weight: 1, arbitrary: some({ initial_comment: plainText }) },
);

const foreignKey = either('f'.repeat(64));
const transferred = fc.array(fc.record({ comment_content: plainText, comment_date: day, user_id: count }), {
  maxLength: 3,
});

function listControls(keys: readonly string[]): Values {
  const sort = fc
    .tuple(either('', '-'), either(...keys, 'name', 'last_modified'))
    .map((parts) => parts.join(''));
  const point = fc.record({
    lat: fc.integer({ min: -90, max: 90 }),
    lng: fc.integer({ min: -180, max: 180 }),
  });
  return some({
    sort,
    limit: count,
    offset: count,
    cursor: either('', 'WzEsMl0'),
    count: either('none', 'exact'),
    text: plainText,
    fields_to_return: fc.array(either(...keys), { maxLength: 3 }),
    fields_to_search: fc.array(either('name', 'comms', 'comment', 'all'), { maxLength: 2 }),
    map_bounds: fc.record({ ne: point, sw: point }),
    dt_recent: either('', '1'),
    shared_with: fc.array(either('me', '-me', '1'), { maxLength: 2 }),
  });
}

function userSettings(places: Values, records: Values): Values {
  return some({
    update_display_name: plainText,
    locale: either('fr', 'es_ES', ''),
    gender: either('male'),
    description: plainText,
    add_languages: either('en', 'fr'),
    remove_languages: either('en'),
    add_people_groups: records,
    add_location: places,
    remove_location: places,
    user_status: either('active', 'away'),
    workload_status: either('active'),
    add_unavailability: fc.record({ start_date: day, end_date: day }),
    remove_unavailability: fc.nat({ max: 5 }),
    add_push_token: fc.record({ token: plainText, device_id: plainText }),
    remove_push_token: plainText,
    'email-preference': either('hourly', 'daily', 'real-time'),
    allowed_sources: fc.array(either('web', 'all'), { maxLength: 2 }),
    save_roles: fc.array(either(...roles), { maxLength: 2 }),
  });
}

const fixed: ByName = {
  comment_type: either('comment', 'activity', 'other'),
  reaction: either('reaction_heart', 'reaction_thumbs_up'),
  actions: either('field_update', 'created,comment', ''),
  field_types: either('text,date', ''),
  result_order: either('ASC', 'DESC'),
  locale: either('en_US', 'fr_FR', 'es', ''),
  preference_key: either('follow_all', 'dt_follow_all', 'comments_web'),
  app_key: either('apps_launcher_magic_key'),
  'comments/date': either('2021-02-03', '2021-02-03 10:00:00', ''),
  username: plainText,
  password: either(password),
  current_password: either(password),
  'user-password': either(password),
  'user-email': fc.uuid().map((id) => `${id}@example.test`),
  'user-username': fc.uuid(),
  'user-user_role': either(...roles),
  'user-roles': fc.array(either(...roles), { maxLength: 2 }),
  site1: either('a.example.org', 'https://b.example.org/'),
  site2: either('c.example.org'),
  approved_ip: either('', '203.0.113.9'),
  address: either('0'.repeat(26), `${'0'.repeat(26)}.full.zzzzzz.${'a'.repeat(22)}`),
  session: either('0'.repeat(22), '-'),
  group_by: either([], ['assigned_to'], [{ field: 'post_date', by: 'month' }]),
  measures: either([{ count: true }]),
  delivery: either('0'.repeat(22), '-'),
  credential: either('0'.repeat(22), '-'),
  mail: either(1, 2, 'none'),
  consumer: either('search-records', 'users-notifications', 'commands-records', 'extension-none'),
  ids: fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 3 }),
  expires_at: either('2099-01-01T00:00:00.000Z'),
  post_types: fc.array(either('contacts', 'groups'), { minLength: 1, maxLength: 2 }),
  role: either('multiplier', 'helper'),
  meta_key: either('record_picture', 'name', 'photo'),
  file_key: either('0'.repeat(26), `${'0'.repeat(26)}-thumb`),
  key_prefix: plainText,
  storage_s3_url_duration: either('+10 years'),
  token: either(undefined, 'a'.repeat(64)),
  code: either('000000', 'aaaa-bbbb-cccc-dddd'),
  reply_to: either('', 'answers@example.test'),
  from: either('2021-02-03T10:00:00Z'),
  to: either('2099-12-31T10:00:00Z'),
  cursor: either(''),
  number: count,
  // Changes are awaited for as many seconds, which the deadline of answers has to include.
  wait: either(0, 1),
  limit: count,
  offset: count,
  date: day,
  ts_start: moment,
  ts_end: moment,
};
