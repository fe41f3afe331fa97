import { beforeAll, expect, test } from '@jest/globals';
import {
  usersAddLocation,
  usersCurrentLocations,
  usersMy,
  usersRemoveLocation,
  usersSwitchPreference,
  usersUpdate,
  usersUpdateUser,
  type Actor,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(1, { PUSH_WEBHOOK_URL: 'http://127.0.0.1:1/push' });
let mona: Actor;

beforeAll(async () => {
  mona = await harness.newUser('mona', { name: 'Mona' });
});

const add = (...places: unknown[]) =>
  harness.call(usersAddLocation, { user_location: { location_grid_meta: places } }, mona);
const remove = (...places: unknown[]) =>
  harness.call(usersRemoveLocation, { user_location: { location_grid_meta: places } }, mona);
const where = () => harness.call(usersCurrentLocations, {}, mona);

const refused: [place: unknown, problem: string][] = [
  [{}, 'must have a grid_id, or lng and lat'],
  [null, 'must have a grid_id, or lng and lat in degrees'],
  [{ lng: 5 }, 'must have a grid_id, or lng and lat'],
  [{ lng: 'east', lat: 5 }, 'must have a grid_id, or lng and lat in degrees'],
  [{ lng: 181, lat: 5 }, 'must have a grid_id, or lng and lat in degrees'],
  [{ lng: { $gt: 0 }, lat: 5 }, 'must have a grid_id, or lng and lat in degrees'],
  [{ lng: null, lat: '' }, 'must have a grid_id, or lng and lat in degrees'],
  [{ lng: [5], lat: true }, 'must have a grid_id, or lng and lat in degrees'],
  [{ grid_id: 4_711 }, 'must be within the location grid'],
  [{ grid_id: 'drop' }, 'must have a grid_id, or lng and lat in degrees'],
  [{ lng: 5, lat: 5, label: ['x'] }, 'must have a grid_id, or lng and lat in degrees'],
];

test.each(refused)('the place %j is refused and the whole request stores nothing', async (place, problem) => {
  const key = 'user_location.location_grid_meta.1';
  const data = { params: { [key]: expect.stringContaining(problem) } };
  await expect(add({ grid_id: 3 }, place)).rejects.toMatchObject({ code: 'rest_invalid_param', data });
  expect(await where()).toEqual([]);
});

test('a place has the values of the client and the rest from the location grid', async () => {
  const street = { label: 'Main Street 1', level: 'address', source: 'import' };
  const { user_location: shown } = (await add(
    { grid_id: '3' },
    { lng: '7.5', lat: 51 },
    { lng: 7.5, lat: 51, label: 'The same point' },
    { ...street, lng: 8, lat: 50, grid_id: 4 },
  )) as { user_location: object };
  const of = { post_id: String(mona.userId), post_type: 'users', level: 'admin0', source: 'user' };
  const row = (id: string, point: object) => {
    return { ...of, grid_meta_id: id, postmeta_id_location_grid: id, ...point };
  };
  expect(shown).toEqual({
    location_grid: [3, 7, 4].map((id) => ({ id, label: `Row ${id}` })),
    location_grid_meta: [
      row('1', { grid_id: '3', lng: '10', lat: '50', label: 'Row 3' }),
      row('2', { grid_id: '7', lng: '7.5', lat: '51', label: 'Row 7, World' }),
      row('3', { ...street, grid_id: '4', lng: '8', lat: '50' }),
    ],
  });
  expect(await where()).toEqual(shown);
});

test('places are removed by id, and ids are not reused', async () => {
  const nothing = remove({ grid_id: 3 });
  await expect(nothing).rejects.toMatchObject({ code: 'rest_invalid_param' });
  await remove({ grid_meta_id: '1' }, { grid_meta_id: 2 }, { grid_meta_id: 99 });
  await remove({ grid_meta_id: '3' });
  expect(await where()).toEqual([]);
  await add({ grid_id: 5 });
  expect(await where()).toMatchObject({ location_grid_meta: [{ grid_meta_id: '4' }] });
});

/** The channels of a type in the caller's own profile, with whether they are on. */
async function channelsOf(type: string): Promise<Record<string, boolean>> {
  const my = await harness.call(usersMy, {}, mona);
  const { notify_types: types } = my['notifications'] as {
    notify_types: { key: string; channels: { key: string; enabled: boolean }[] }[];
  };
  const { channels = [] } = types.find(({ key }) => key === type) ?? {};
  return Object.fromEntries(channels.map(({ key, enabled }) => [key, enabled]));
}

const toggle = (preference_key: string) => harness.call(usersSwitchPreference, { preference_key }, mona);

/** What is stored of the settings of the caller. */
async function settings(): Promise<Record<string, unknown>> {
  const user = await harness.collection('users').findOne({ _id: mona.userId });
  return (user as unknown as { settings?: Record<string, unknown> }).settings ?? {};
}

const devices = async () => (await settings())['pushDevices'];
const switchedBy = async () => (await settings())['notifications'];

test('with a push webhook every type has a push channel, off by default', async () => {
  for (const type of ['mentions', 'comments']) {
    expect(await channelsOf(type)).toEqual({ email: true, web: true, push_notifications: false });
    expect(await toggle(`${type}_push_notifications`)).toBe(true);
    expect(await channelsOf(type)).toEqual({ email: true, web: true, push_notifications: true });
  }
  await toggle('comments_push_notifications');
  expect(await channelsOf('comments')).toMatchObject({ push_notifications: false });
  await expect(toggle('mentions_web')).rejects.toMatchObject({ code: 'preference_error' });
});

test.each(['share', 'subassigned', 'assignment_declined'])(
  'the unlisted type %s can be switched for each channel',
  async (type) => {
    for (const [channel, isOn] of Object.entries({ email: false, web: false, push_notifications: true })) {
      expect(await toggle(`${type}_${channel}`)).toBe(true);
      expect(await switchedBy()).toMatchObject({ [`${type}_${channel}`]: isOn });
    }
    expect(await channelsOf(type)).toEqual({});
  },
);

test('a user adds and removes their own devices, which are not shown', async () => {
  const device = { device_id: 'phone', token: 'the-token' };
  const update = (settings: object) => harness.call(usersUpdate, { settings: { ...settings } }, mona);
  expect(await update({ add_push_token: device })).toBe(true);
  expect(await devices()).toEqual([device]);
  expect(JSON.stringify(await harness.call(usersMy, {}, mona))).not.toContain('the-token');
  expect(await update({ remove_push_token: { device_id: 'phone' } })).toBe(true);
  expect(await devices()).toEqual([]);
});

test('a device cannot be added to another user', async () => {
  const uma = userActor(99, 'Uma', ['promote_users', 'edit_users', 'list_users']);
  const hers = { add_push_token: { device_id: 'phone-of-uma', token: 'hers' } };
  await harness.call(usersUpdateUser, { user: mona.userId, settings: hers }, uma);
  expect(JSON.stringify((await devices()) ?? [])).not.toContain('hers');
});
