import fc from 'fast-check';
import type { FieldDefinition } from '@svc/contracts';
import { roles } from '../../../../test/api/matrix/roles.ts';
import type { Scene, Subject } from '../scene.ts';
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
/** Of notifications, of which nobody is told beforehand. */
const ordinal = fc.nat({ max: 60 });
const moment = fc.oneof(fc.nat(), fc.nat().map(String));
const count = fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 1_000 }).map(String));

/** What clients send under which name, about one record of a scene. */
export function vocabularyOf(scene: Scene, subject: Subject): Vocabulary {
  const fields = fieldsOf(scene, subject);
  const places = numbered(scene.places);
  const people = scene.subjects.filter(({ type }) => type === 'peoplegroups');
  const settings = userSettings(places, numbered(people.map(({ id }) => id)));
  return {
    values: { ...fixed, ...idsOf(scene, subject), ...keysOf(Object.keys(fields)), ...linksOf(scene) },
    shapes: { ...shapesOf(fields), ...placed(places), settings, 'user-optional-fields': settings },
  };
}

function keysOf(keys: readonly string[]): ByName {
  const key = either(...keys);
  const several = fc.array(key, { maxLength: 2 }).map((all) => all.join(','));
  return {
    field: key,
    field_id: key,
    field_key: key,
    communication_channel: key,
    check_for_duplicates: several,
  };
}

function linksOf({ linkTypes, transferTokens, linkIds }: Scene): ByName {
  const token = either(...transferTokens, 'x');
  return { type: either(...linkTypes), transfer_token: token, site_post_id: numbered(linkIds) };
}

const placed = (places: Values): ByName => ({
  location_grid_meta: fc.record({ grid_id: places, label: plainText }),
});

function idsOf({ subjects, linkIds, userIds, places }: Scene, { type, id, ...of }: Subject): ByName {
  const mostly = (own: unknown, others: readonly unknown[]): Values =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constant(own) },
      { weight: 1, arbitrary: either(...others, 1, 99_999_999) },
    );
  const ids = subjects.map((other) => other.id);
  const others = subjects.filter((other) => other.type === type && other.id !== id).map((other) => other.id);
  const [own, user, place] = [fc.constant(id), numbered(userIds), numbered(places)];
  return {
    post_type: mostly(type, ['contacts', 'groups', 'peoplegroups', 'all']),
    id: mostly(id, [...ids, ...linkIds, ...linkIds, 2, 3, 4]),
    comment_id: mostly(
      of.comment,
      subjects.map(({ comment }) => comment),
    ),
    activity_id: mostly(
      of.activity,
      subjects.map(({ activity }) => activity),
    ),
    ...{ 'site-links/id': numbered(linkIds), 'mark_viewed/id': ordinal, 'mark_unread/id': ordinal },
    'mark_all_viewed/id': user,
    ...{ contact_id: own, post_id: own, primary_post_id: own, archiving_post_id: either(...others, id) },
    ...{ user_id: user, user, grid_id: place, parent: place, corresponds_to_contact: numbered(ids) },
  };
}

type Fields = Readonly<Record<string, ReturnType<typeof valuesOfField>>>;

function fieldsOf({ settings, subjects, userIds, places }: Scene, { type }: Subject): Fields {
  const refs = { records: subjects.map(({ id }) => id), users: userIds, places };
  const declared = Object.entries(settings[type]?.fields ?? {});
  return Object.fromEntries(
    declared.map(([key, field]) => [key, valuesOfField(field as FieldDefinition, refs)]),
  );
}

/** What has no shape of its own: fields, and what is asked of them. */
function shapesOf(fields: Fields): ByName {
  const keys = Object.keys(fields);
  const chosen = (of: 'write' | 'filter') =>
    fc
      .uniqueArray(fc.constantFrom(...keys), { maxLength: 3 })
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
    ...{ fields: written, values: written, query: listed, filters: listed },
    filter: fc.record({ ID: fc.nat().map(String), name: plainText, query: listed }),
    contact_data: fc.record({
      post,
      postmeta: filters,
      comments: transferred,
      transfer_foreign_key: foreignKey,
    }),
  };
}

/** An update takes no first comment. */
const said = fc.oneof(
  { weight: 6, arbitrary: some({ notes: fc.array(plainText, { maxLength: 2 }) }) },
  { weight: 1, arbitrary: some({ initial_comment: plainText }) },
);

const foreignKey = either('f'.repeat(64), '');
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
    ...{ sort, limit: count, offset: count, text: plainText },
    fields_to_return: fc.array(either(...keys), { maxLength: 3 }),
    fields_to_search: fc.array(either('name', 'comms', 'comment', 'all', ...keys), { maxLength: 2 }),
    map_bounds: fc.record({ ne: point, sw: point }),
    dt_recent: either('', '1'),
    shared_with: fc.array(either('me', '-me', '1'), { maxLength: 2 }),
  });
}

function userSettings(places: Values, records: Values): Values {
  return some({
    ...{
      update_display_name: plainText,
      locale: either('fr', 'es_ES', ''),
      gender: either('male'),
      description: plainText,
    },
    ...{ add_languages: either('en', 'fr'), remove_languages: either('en'), add_people_groups: records },
    ...{
      add_location: places,
      remove_location: places,
      user_status: either('active', 'away'),
      workload_status: either('active'),
    },
    add_unavailability: fc.record({ start_date: day, end_date: day }),
    remove_unavailability: fc.nat({ max: 5 }),
    add_push_token: fc.record({ token: plainText, device_id: plainText }),
    remove_push_token: plainText,
    'email-preference': either('hourly', 'daily', 'real-time'),
    allowed_sources: fc.array(either('web', 'all'), { maxLength: 2 }),
    save_roles: fc.array(either(...roles), { maxLength: 2 }),
  });
}

/** The same, whatever a request is about. */
const fixed: ByName = {
  transfer_foreign_key: foreignKey,
  comment_type: either('comment', 'activity', 'other'),
  reaction: either('reaction_heart', 'reaction_thumbs_up'),
  actions: either('field_update', 'created,comment', ''),
  field_types: either('text,date', ''),
  result_order: either('ASC', 'DESC'),
  locale: either('en_US', 'fr_FR', 'es', ''),
  preference_key: either('follow_all', 'auto_follow_all'),
  username: plainText,
  'user-password': either('a good long password'),
  // A good one ends the token of its caller.
  password: either('a good long password', 'short', 'shorter', '', '123'),
  'user-email': fc.nat().map((number) => `somebody-${number}@example.test`),
  'user-username': fc.nat().map((number) => `somebody-${number}`),
  'user-user_role': either(...roles),
  'user-roles': fc.array(either(...roles), { maxLength: 2 }),
  site1: either('a.example.org', 'https://b.example.org/'),
  site2: either('c.example.org'),
  approved_ip: either('', '203.0.113.9'),
  token: either(undefined, 'a'.repeat(64)),
  ...{ number: count, limit: count, offset: count, date: day, ts_start: moment, ts_end: moment },
};
