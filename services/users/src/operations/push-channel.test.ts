import { beforeAll, expect, test } from '@jest/globals';
import { usersMy, usersSwitchPreference, usersUpdate, usersUpdateUser, type Actor } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite();
let mona: Actor;

beforeAll(async () => {
  await harness.start({ PUSH_WEBHOOK_URL: 'http://127.0.0.1:1/push' });
  mona = await harness.newUser('mona', { name: 'Mona' });
});

interface Channel {
  readonly key: string;
  readonly enabled: boolean;
}

/** The channels of a type in the caller's own profile, with whether they are on. */
async function channelsOf(type: string): Promise<Record<string, boolean>> {
  const my = await harness.call(usersMy, {}, mona);
  const { notify_types: types } = my['notifications'] as {
    notify_types: { key: string; channels: Channel[] }[];
  };
  const { channels = [] } = types.find(({ key }) => key === type) ?? {};
  return Object.fromEntries(channels.map(({ key, enabled }) => [key, enabled]));
}

const toggle = (preference_key: string) => harness.call(usersSwitchPreference, { preference_key }, mona);

/** What is stored of the settings of the caller. */
async function settings(): Promise<Record<string, unknown>> {
  const { connection } = await harness.database();
  const user = await connection.collection<{ _id: number }>('users').findOne({ _id: mona.userId });
  return (user as unknown as { settings?: Record<string, unknown> }).settings ?? {};
}

const devices = async () => (await settings())['pushDevices'];
const switchedBy = async () => (await settings())['notifications'];

test('where pushes are taken they are a channel, off until they are switched on, of what goes to everybody too', async () => {
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
  'what happens by the type %s is switched by each channel, though no list has it',
  async (type) => {
    for (const [channel, isOn] of [
      ['email', false],
      ['web', false],
      ['push_notifications', true],
    ] as const) {
      expect(await toggle(`${type}_${channel}`)).toBe(true);
      expect(await switchedBy()).toMatchObject({ [`${type}_${channel}`]: isOn });
    }
    expect(await channelsOf(type)).toEqual({});
  },
);

test('a user adds and removes their own devices, which nobody is shown', async () => {
  const device = { device_id: 'phone', token: 'the-token' };
  const update = (changed: Record<string, unknown>) => harness.call(usersUpdate, { settings: changed }, mona);
  expect(await update({ add_push_token: device })).toBe(true);
  expect(await devices()).toEqual([device]);
  expect(JSON.stringify(await harness.call(usersMy, {}, mona))).not.toContain('the-token');
  const refusal = { code: 'missing_error', status: 400, message: 'Required token and device_id field' };
  await expect(update({ add_push_token: { device_id: 'phone' } })).rejects.toMatchObject(refusal);
  expect(await devices()).toEqual([device]);
  expect(await update({ remove_push_token: { device_id: 'phone' } })).toBe(true);
  expect(await devices()).toEqual([]);
});

test('nobody adds a device of theirs to another user', async () => {
  const uma = userActor(99, 'Uma', ['promote_users', 'edit_users', 'list_users']);
  const hers = { add_push_token: { device_id: 'phone-of-uma', token: 'hers' } };
  await harness.call(usersUpdateUser, { user: mona.userId, settings: hers }, uma);
  expect(JSON.stringify((await devices()) ?? [])).not.toContain('hers');
});
