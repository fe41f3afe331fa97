import { expect, test } from '@jest/globals';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { pushSettings } from './push-settings.ts';

const [add, remove] = pushSettings;
const nobody = {} as User;

/** A user after one of the settings was sent. */
async function after(user: User, setting: (typeof pushSettings)[number] | undefined, value: unknown) {
  const effect = await setting?.read(value, {} as never);
  if (!effect || 'problem' in effect) throw new Error('refused');
  return { ...user, settings: { ...user.settings, ...effect.change(user).settings } } as User;
}

const devicesOf = (user: User) => settingsOf(user).pushDevices;

test('devices are added, get new tokens, and are removed', async () => {
  const phone = await after(nobody, add, { device_id: 'phone', token: 'one' });
  const both = await after(phone, add, { device_id: 'tablet', token: 'two' });
  const renewed = await after(both, add, { device_id: 'phone', token: 'three' });
  expect(devicesOf(renewed)).toEqual([
    { device_id: 'tablet', token: 'two' },
    { device_id: 'phone', token: 'three' },
  ]);
  const left = await after(renewed, remove, { device_id: 'tablet' });
  expect(devicesOf(left)).toEqual([{ device_id: 'phone', token: 'three' }]);
  expect(devicesOf(await after(left, remove, { device_id: 'unknown' }))).toEqual(devicesOf(left));
  // A token belongs to one device.
  const reinstalled = await after(left, add, { device_id: 'new phone', token: 'three' });
  expect(devicesOf(reinstalled)).toEqual([{ device_id: 'new phone', token: 'three' }]);
});

test('only the newest twenty devices are kept', async () => {
  let user = nobody;
  for (let count = 1; count <= 25; count += 1)
    user = await after(user, add, { device_id: `device ${count}`, token: `token ${count}` });
  expect(devicesOf(user).map(({ device_id: id }) => id)).toEqual(
    Array.from({ length: 20 }, (_nothing, index) => `device ${index + 6}`),
  );
});

test.each([
  undefined,
  null,
  'phone',
  {},
  { device_id: 'phone' },
  { token: 'one' },
  { device_id: '', token: 'one' },
  { device_id: 'phone', token: { $ne: 1 } },
  { device_id: 'phone\r\n', token: 'one' },
  { device_id: 'phone', token: 'x'.repeat(5_000) },
])('%j is refused as a device', (value) => {
  const message = 'Required token and device_id field';
  const refusal = expect.objectContaining({ code: 'missing_error', status: 400, message });
  expect(() => add?.read(value, {} as never)).toThrow(refusal);
});

test.each([undefined, {}, { device_id: 4 }])('%j is refused as the id of a device', (value) => {
  expect(() => remove?.read(value, {} as never)).toThrow('Required device_id field');
});
