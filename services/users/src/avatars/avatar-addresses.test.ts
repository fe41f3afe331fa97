import { expect, test } from '@jest/globals';
import { AvatarAddresses } from './avatar-addresses.ts';
import { avatarColors } from './draw-avatar.ts';

const base = 'https://ref.test/wp-json/avatars/v1/';
const addresses = new AvatarAddresses({ base, secret: new Uint8Array(32).fill(1) });
const addressOf = (displayName: string, _id = 3) => addresses.url({ _id, displayName }).slice(base.length);

test('an address has the initials and the color and begins with the public URL', () => {
  expect(addresses.url({ _id: 3, displayName: 'Mona Multiplier' })).toMatch(
    /^https:\/\/ref\.test\/wp-json\/avatars\/v1\/[\w.-]+$/,
  );
  expect(addresses.read(addressOf('Mona Multiplier'))).toEqual({ initials: 'MM', color: avatarColors[3] });
});

test.each([
  '',
  '李 小龍',
  '👨‍👩‍👧‍👦 👨‍👩‍👧‍👦',
  `${'Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a'} क्षितिज`,
])('the address of %j can be read', (name) => {
  expect(addressOf(name).length).toBeLessThan(200);
  expect(addresses.read(addressOf(name))).toBeDefined();
});

test('the address stays the same until the initials change', () => {
  expect(addressOf('Mona Multiplier')).toBe(addressOf('Maria Muster'));
  expect(addressOf('Mona Multiplier')).not.toBe(addressOf('Mona Dispatcher'));
});

test('users with consecutive ids have different colors', () => {
  const drawn = Array.from({ length: 12 }, (_, id) => addresses.read(addressOf('M', id + 1)));
  expect(new Set(drawn)).toEqual(new Set(avatarColors.map((color) => ({ initials: 'M', color }))));
});

test('the address of an uploaded picture has its key, and nothing of the user', () => {
  const avatarKey = 'k'.repeat(22);
  const address = addresses.url({ _id: 3, displayName: 'Mona', avatarKey }).slice(base.length);
  expect(address).toBe(addresses.url({ _id: 4, displayName: 'Other', avatarKey }).slice(base.length));
  expect(addresses.read(address)).toEqual({ key: avatarKey });
  expect(addresses.read(address.replace('p1.k', 'p1.K'))).toBeUndefined();
});

test('an address that was altered, invented or made with another secret is not accepted', () => {
  const address = addressOf('Mona Multiplier');
  const other = new AvatarAddresses({ base, secret: new Uint8Array(32).fill(2) });
  const foreign = other.url({ _id: 3, displayName: 'Mona Multiplier' }).slice(base.length);
  const altered = address.replace('i1.', 'i1.QQ');
  for (const each of [foreign, altered, `${address}x`, address.slice(0, -1), '', 'i1...', '../x'])
    expect(addresses.read(each)).toBeUndefined();
});
