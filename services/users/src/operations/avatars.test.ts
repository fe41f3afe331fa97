import { beforeAll, expect, test } from '@jest/globals';
import {
  maxAvatarBytes,
  systemActor,
  usersDeleteUser,
  usersDisplay,
  usersList,
  usersMy,
  usersOpenAvatar,
  usersRemoveAvatar,
  usersSetAvatar,
  type Actor,
} from '@svc/contracts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2);
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

let ada: Actor;
let mike: Actor;
let serial = 0;
let mona: Actor;

beforeAll(async () => {
  ada = await harness.newUser('ada', { roles: ['administrator'] });
  mike = await harness.newUser('mike');
});

const newMona = async () => (mona = await harness.newUser(`mona${(serial += 1)}`, { name: 'Mona Old' }));
const upload = (picture: string, actor = mona) => harness.call(usersSetAvatar, { picture }, actor);
const shown = async (user = mona) =>
  (await harness.ask(usersDisplay, { user_ids: [user.userId] })).users[0]?.avatar ?? '';
const opened = async (url: string) => {
  const { data, ...rest } = await harness.ask(usersOpenAvatar, { address: url.split('/').at(-1) ?? '' });
  return { ...rest, text: Buffer.from(data).toString('latin1') };
};
const changes = async () => (await harness.eventsOf(mona.userId)).map(({ data }) => data['changed']);

const drawn = { type: 'image/svg+xml', is_lasting: true, text: expect.stringContaining('>MO</text>') };
const neutral = { type: 'image/svg+xml', is_lasting: false, text: expect.not.stringContaining('<text') };
const uploaded = { type: 'image/webp', is_lasting: false, text: expect.stringMatching(/^RIFF/) };

test.each([
  ['base64', png],
  ['a data: URL', gif],
])('a picture in %s takes the place of the initials, in every answer and instance', async (_how, picture) => {
  await newMona();
  expect(await opened(await shown())).toEqual(drawn);
  const { avatar } = await upload(picture);
  expect(await shown()).toBe(avatar);
  expect(await harness.call(usersMy, {}, mona)).toMatchObject({ avatar, has_uploaded_avatar: true });
  expect(await harness.call(usersMy, { dialect: 'reference' }, mona)).not.toHaveProperty('avatar');
  const list = await harness.call(usersList, { get_all: '1' }, ada);
  expect(list.find(({ ID }) => ID === mona.userId)?.avatar).toBe(avatar);
  for (let times = 0; times < 4; times += 1) expect(await opened(avatar)).toEqual(uploaded);
  expect((await changes()).at(-1)).toEqual(['avatar']);
});

test('another picture has another address, and the earlier one is gone', async () => {
  await newMona();
  const { avatar: first } = await upload(png);
  const { avatar: second } = await upload(gif);
  expect(second).not.toBe(first);
  expect(await opened(first)).toEqual(neutral);
  expect(await opened(second)).toEqual(uploaded);
  expect(await harness.collection('avatars').countDocuments({ _id: mona.userId })).toBe(1);
});

test('a repeated upload has the answer of the first', async () => {
  await newMona();
  const options = { milliseconds: 30_000, idempotencyKey: 'the-same' };
  const send = () => harness.call(usersSetAvatar, { picture: png }, mona, options);
  expect(await send()).toEqual(await send());
  expect((await changes()).filter((changed) => String(changed) === 'avatar')).toHaveLength(1);
});

test('a removed picture is gone, and the initials are shown again', async () => {
  await newMona();
  const { avatar } = await upload(png);
  const { avatar: after } = await harness.call(usersRemoveAvatar, {}, mona);
  expect(await shown()).toBe(after);
  expect([await opened(avatar), await opened(after)]).toEqual([neutral, drawn]);
  const before = await changes();
  expect(await harness.call(usersRemoveAvatar, {}, mona)).toEqual({ avatar: after });
  expect(await changes()).toEqual(before);
});

test('administrators remove the picture of another user, others do not', async () => {
  await newMona();
  const { avatar } = await upload(png);
  const of = { user_id: mona.userId };
  const refusal = { code: 'no_permissions' };
  await expect(harness.call(usersRemoveAvatar, of, mike)).rejects.toMatchObject(refusal);
  expect(await opened(avatar)).toEqual(uploaded);
  await harness.call(usersRemoveAvatar, of, ada);
  expect(await opened(avatar)).toEqual(neutral);
});

test('the picture of a deleted user is removed', async () => {
  await newMona();
  const { avatar } = await upload(png);
  await harness.call(usersDeleteUser, { user: mona.userId }, ada);
  expect([await opened(avatar), await opened(await shown())]).toEqual([neutral, drawn]);
  expect(await harness.collection('avatars').countDocuments({ _id: mona.userId })).toBe(0);
});

test.each([
  ['', 'must be a JPEG, PNG, WebP or GIF file in base64'],
  ['data:image/png;base64,', 'must be a JPEG, PNG, WebP or GIF file in base64'],
  ['data:text/html;base64,PGI+', 'must be a JPEG, PNG, WebP or GIF file in base64'],
  ['https://evil.test/picture.png', 'must be a JPEG, PNG, WebP or GIF file in base64'],
  ['no base64!', 'must be a JPEG, PNG, WebP or GIF file in base64'],
  [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 'cannot be read'],
  [png.slice(0, 60), 'cannot be read'],
  [Buffer.alloc(maxAvatarBytes + 1).toString('base64'), 'is larger than the maximum of 524288 bytes'],
])('the picture %j is refused, and the avatar stays', async (picture, problem) => {
  await newMona();
  const data = { params: { picture: expect.stringContaining(problem) } };
  await expect(upload(picture)).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400, data });
  expect(await opened(await shown())).toEqual(drawn);
});

test('a caller who is not a user has no avatar', async () => {
  const siteLink: Actor = { ...systemActor('A site'), kind: 'site_link' };
  const refusal = { code: 'user_id', status: 400 };
  await expect(upload(png, siteLink)).rejects.toMatchObject(refusal);
  await expect(harness.call(usersRemoveAvatar, {}, siteLink)).rejects.toMatchObject(refusal);
});
