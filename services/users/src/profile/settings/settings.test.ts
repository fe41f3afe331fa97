import { expect, test } from '@jest/globals';
import {
  usersActor,
  usersAddLocation,
  userSettingKeys,
  usersMy,
  usersUpdate,
  type Actor,
} from '@svc/contracts';
import { harnessOfSuite } from '../../testing/users-harness.ts';
import { settings } from './read-settings.ts';

const harness = harnessOfSuite(1);
let serial = 0;

type Settings = Record<string, unknown>;

const newUser = (role = 'multiplier') => harness.newUser(`user${(serial += 1)}`, { roles: [role] });

const update = (actor: Actor, settings: Settings) => harness.call(usersUpdate, { settings }, actor);
const my = (actor: Actor) => harness.call(usersMy, {}, actor);

/** What the events of a user have called the changes, after its contact. */
const changesOf = async ({ userId }: Actor) =>
  (await harness.eventsOf(userId)).map(({ data }) => data['changed']).slice(2);

const existing = { id: 'existing', label: "I'm only investing in existing contacts", color: '#ff9800' };
const locations = { location_grid: [{ id: 5, label: 'Row 5' }], location_grid_meta: [] };
const away = { start_date: '2026-02-28', end_date: '2026-03-01' };
const highlanders = { ID: 66, post_title: 'Highlanders' };

const rows: [settings: Settings, answer: unknown, shown: Settings][] = [
  [{ user_status: 'active' }, true, {}],
  [{ workload_status: 'existing' }, true, { preferences: { workload: existing } }],
  [{ add_location: '5' }, true, { locations, preferences: { locations } }],
  [{ add_unavailability: away }, [{ id: 1, ...away }], { unavailability: [{ id: 1, ...away }] }],
  [{ update_display_name: ' Mona Lisa ' }, true, { display_name: 'Mona Lisa' }],
  [{ locale: 'fr_FR' }, true, { locale: 'fr_FR' }],
  [{ locale: '' }, true, { locale: 'en_US' }],
  [{ add_languages: 'fr' }, ['fr'], { preferences: { languages: [{ key: 'fr', label: 'French' }] } }],
  [{ add_people_groups: '66' }, [66], { preferences: { people_groups: [highlanders] } }],
  [
    {
      gender: 'Female',
      description: 'Likes tea\nand cake',
      'email-preference': 'daily',
      dt_user_personal_phone: '123',
      dt_user_work_email: 'work@ref.test',
      first_name: 'Mona',
    },
    true,
    {
      profile: {
        gender: 'Female',
        bio: 'Likes tea\nand cake',
        name: 'Mona',
        phone: [{ value: '123', label: 'Personal Phone' }],
        email: [{ label: 'System Email' }, { value: 'work@ref.test', label: 'Work Email' }],
      },
      notifications: { email_preference: { realtime: false, hourly: false, daily: true } },
    },
  ],
  [{ locale: 'fr_FR', update_display_name: 'Mona' }, true, { display_name: 'Mona', locale: 'en_US' }],
  [{ gender: 'other' }, true, { profile: { gender: '' } }],
  [{ locale: 'fr_FR', gender: 'male' }, true, { locale: 'fr_FR', profile: { gender: '' } }],
];

test('documents show every setting that is read, and no others', () => {
  const read = settings.map(({ key }) => key);
  expect(read.toSorted()).toEqual(userSettingKeys.toSorted());
});

test.each(rows)('the setting %j answers %j and is shown in the profile', async (settings, answer, shown) => {
  const actor = await newUser();
  expect(await update(actor, settings)).toEqual(answer);
  expect(await my(actor)).toMatchObject(shown);
});

const passedOver: [Settings, answer: unknown][] = [
  [{}, true],
  [{ hat: 'red', coat: { colour: 'blue', buttons: 4 } }, true],
  [{ roles: ['administrator'], _id: 1, userId: 1, email: 'other@ref.test' }, true],
  [{ tokenVersion: -1, passwordHash: '', password: 'another-secret', disabled: true }, true],
  [{ settings: { allowedSources: ['all'] }, contactId: 1, corresponds_to_contact: 1 }, true],
  [{ $set: { roles: ['administrator'] }, 'roles.0': 'administrator' }, true],
  [JSON.parse('{"__proto__": {"save_roles": ["administrator"], "locale": "xx"}}') as Settings, true],
  [{ constructor: { prototype: { locale: 'xx' } } }, true],
  [{ save_roles: ['administrator'] }, ['multiplier']],
  [{ allowed_sources: ['all'] }, []],
];

test.each(passedOver)('the setting %j is ignored', async (settings, answer) => {
  const actor = await newUser();
  const before = await my(actor);
  expect(await update(actor, settings)).toEqual(answer);
  expect(await my(actor)).toEqual(before);
  expect(await harness.ask(usersActor, { user_id: actor.userId, token_version: 0 })).toEqual({ actor });
  expect(await changesOf(actor)).toEqual([]);
});

const refused: [Settings, code: string, names: string][] = [
  [{ workload_status: 'lazy' }, 'rest_invalid_param', 'workload_status'],
  [{ user_status: { $ne: '' } }, 'rest_invalid_param', 'user_status'],
  [{ add_location: 4_711 }, 'rest_invalid_param', 'add_location'],
  [{ add_location: { $gt: 0 } }, 'rest_invalid_param', 'add_location'],
  [{ add_unavailability: {} }, 'add_date_availability', 'missing parameters'],
  [{ add_unavailability: null }, 'add_date_availability', 'missing parameters'],
  [{ add_unavailability: { ...away, start_date: '2026-02-30' } }, 'add_date_availability', 'start_date'],
  [{ add_unavailability: { ...away, start_date: '2026-03-02' } }, 'add_date_availability', 'before'],
  [{ remove_unavailability: 'all' }, 'rest_invalid_param', 'remove_unavailability'],
  [{ add_languages: 'tlh' }, 'rest_invalid_param', 'add_languages'],
  [{ add_languages: '__proto__' }, 'rest_invalid_param', 'add_languages'],
  [{ add_people_groups: 67 }, 'rest_invalid_param', 'add_people_groups'],
  [{ locale: 'x'.repeat(36) }, 'rest_invalid_param', 'locale'],
  [{ locale: 'fr_FR\u0000' }, 'rest_invalid_param', 'locale'],
  [{ update_display_name: 'Mona\r\nAdministrator' }, 'rest_invalid_param', 'update_display_name'],
  [{ 'email-preference': 'never' }, 'rest_invalid_param', 'email-preference'],
  [{ gender: null, description: {}, bio: 1 }, 'rest_invalid_param', 'gender, description'],
  [{ dt_user_work_phone: { $gt: '' } }, 'rest_invalid_param', 'dt_user_work_phone'],
];

test.each(refused)(
  'the setting %j is refused with %s for %s and changes nothing',
  async (settings, code, names) => {
    const actor = await newUser();
    const before = await my(actor);
    const message = expect.stringContaining(names);
    await expect(update(actor, settings)).rejects.toMatchObject({ code, status: 400, message });
    expect(await my(actor)).toEqual(before);
    expect(await changesOf(actor)).toEqual([]);
  },
);

test('a refused setting does not reveal to a restricted user whether an id exists', async () => {
  const reg = await newUser('registered');
  for (const settings of [{ add_people_groups: 66 }, { add_people_groups: 67 }, { add_location: 5 }]) {
    const [[key, id] = []] = Object.entries(settings);
    const message = `Invalid parameter(s): ${key}`;
    const data = {
      params: {
        [String(key)]: expect.stringMatching(
          `^(?:no people group|the location grid) has (?:no row with )?the id ${id}$`,
        ),
      },
    };
    await expect(update(reg, settings)).rejects.toMatchObject({ code: 'rest_invalid_param', message, data });
  }
  const location = harness.call(usersAddLocation, { grid_id: 5 }, reg);
  await expect(location).rejects.toMatchObject({ code: 'no_permissions' });
  expect(await changesOf(reg)).toEqual([]);
});

test('settings are added and removed, and a repeated value is not a change', async () => {
  const actor = await newUser();
  await update(actor, { add_unavailability: away });
  expect(await update(actor, { remove_unavailability: 1 })).toEqual([]);
  expect(await update(actor, { add_unavailability: away })).toEqual([{ id: 2, ...away }]);
  await update(actor, { add_languages: 'fr' });
  expect(await update(actor, { add_languages: 'fr' })).toEqual(['fr']);
  expect(await update(actor, { add_languages: 'en' })).toEqual(['fr', 'en']);
  expect(await update(actor, { remove_languages: 'fr' })).toEqual(['en']);
  for (const isChange of [true, false])
    expect(await update(actor, { workload_status: 'active' })).toBe(isChange);
  await update(actor, { add_location: 3 });
  await update(actor, { remove_location: 3 });
  await update(actor, { add_people_groups: 66 });
  expect(await update(actor, { remove_people_groups: 66 })).toEqual([]);
  for (const settings of [{ locale: 'fr_FR' }, { locale: 'fr_FR' }, { gender: 'male', description: 'x' }])
    expect(await update(actor, settings)).toBe(true);
  await update(actor, { add_push_token: { token: 't', device_id: 'd' } });
  await update(actor, { update_display_name: 'Mike M.' });
  expect(await my(actor)).toMatchObject({ locations: [] });
  expect((await changesOf(actor)).map(String)).toEqual([
    ...Array<string>(3).fill('unavailability'),
    ...Array<string>(3).fill('languages'),
    'workload_status',
    ...Array<string>(2).fill('locations'),
    ...Array<string>(2).fill('people_groups'),
    'locale',
    'gender,description',
    'notifications',
    'display_name',
  ]);
});

test('a user manager assigns themselves only roles that they may assign to others', async () => {
  const manager = await newUser('user_manager');
  const roles = ['user_manager', 'multiplier'];
  expect(await update(manager, { save_roles: roles })).toEqual(roles);
  const widening = update(manager, { allowed_sources: ['web', 'all'] });
  await expect(widening).rejects.toMatchObject({ code: 'no_permissions', status: 403 });
  const none = ['restrict_all_sources'];
  expect(await update(manager, { allowed_sources: [...none, ...none] })).toEqual(none);
  expect(await changesOf(manager)).toEqual([['roles'], ['allowed_sources']]);
  const promotion = update(manager, { save_roles: ['user_manager', 'dt_admin'] });
  await expect(promotion).rejects.toMatchObject({ code: 'no_permissions', status: 403 });
  await expect(update(manager, { save_roles: ['king'] })).rejects.toMatchObject({ code: 'invalid_role' });
  expect(await changesOf(manager)).toHaveLength(2);
});
