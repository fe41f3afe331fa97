import { describe, expect, test } from '@jest/globals';
import {
  recordsAccept,
  recordsActivityItem,
  recordsList,
  recordsMerge,
  recordsShare,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { mona, recordClient, removing, values } from './testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, siteLink } from './testing/records-harness.ts';
import { sharingClient } from './testing/sharing-client.ts';

const harness = harnessOfSuite({ instances: 2 });
harness.baseUser = 1;
const { create, update, get, activityOf, notesOf, expectRefused, remove } = recordClient(harness);
const { share, unshare, shares, following, storedShares, entityEvents, signedNotes } = sharingClient(harness);

const otto = multiplier(4);
const stranger = multiplier(6);
const sharedWith = async (id: number) => (await harness.stored(id)).sharedWith;
const contact = async () => (await create({ name: 'Shared' })).ID;

describe('the shares of a record', () => {
  test('are listed in the order of creation, with ids as text', async () => {
    const id = await contact();
    await share(id, 4);
    await share(id, 5);
    const told = { id: expect.stringMatching(/^\d+$/), post_id: String(id), meta: null };
    expect(await shares(id)).toEqual(
      ['3', '4', '5'].map((user) => ({ ...told, user_id: user, display_name: `User ${user}` })),
    );
  });

  test('include users who no longer exist, and can be removed from them', async () => {
    const [id = 0] = await harness.seed('contacts', 1, { sharedWith: [3, 4711] });
    expect((await shares(id)).map(({ display_name: name }) => name)).toEqual(['User 3', 'Not Found']);
    expect(await unshare(id, 4711)).toBe(1);
    expect(await sharedWith(id)).toEqual([3]);
  });

  test('have stable ids for a record that was stored without shares', async () => {
    const [id = 0] = await harness.seed('contacts', 1, { sharedWith: [3, 4] });
    expect(await storedShares(id)).toEqual([]);
    const before = await shares(id);
    expect(before.map(({ user_id: user }) => user)).toEqual(['3', '4']);
    expect(new Set(before.map((each) => each.id)).size).toBe(2);
    await share(id, 5);
    expect((await shares(id)).slice(0, 2)).toEqual(before);
    expect(await unshare(id, 4)).toBe(1);
    expect((await shares(id)).map(({ user_id: user }) => user)).toEqual(['3', '5']);
  });

  test('are those of the record, without stale share documents', async () => {
    const [id = 0] = await harness.seed('contacts', 1, { sharedWith: [3] });
    const left = { _id: 900_000 + id, recordId: id, userId: 4 };
    await harness.documents.db.collection('shares').insertOne(left as never);
    expect((await shares(id)).map(({ user_id: user }) => user)).toEqual(['3']);
    await share(id, 4);
    expect((await shares(id)).map((each) => each.id)).toEqual([expect.any(String), String(900_000 + id)]);
  });
});

describe('sharing', () => {
  test('lets the user view, list, update and share the record, and is in the history', async () => {
    const id = await contact();
    const before = await harness.stored(id);
    const listed = async () =>
      (await harness.ask(recordsList, { post_type: 'contacts', query: {} }, otto)).posts.map(({ ID }) => ID);
    expect(await listed()).not.toContain(id);
    expect(await share(id, 4)).toBe(1);
    expect(await listed()).toContain(id);
    expect(await update(id, { nickname: 'Shared on' }, otto)).toMatchObject({ nickname: 'Shared on' });
    expect(await share(id, 5, otto)).toBe(1);
    const after = await harness.stored(id);
    expect(after.sharedWith).toEqual([3, 4, 5]);
    expect(after.version).toBe(before.version + 3);
    const { activity } = await activityOf(id);
    const row = (userId: number) =>
      activity.find(({ object_note: note }) => note === `Shared with User ${userId}`);
    expect(row(5)).toMatchObject({ name: 'User 4' });
    expect(row(4)).toMatchObject({ meta_key: '', meta_id: '0', field_type: '', name: 'User 3' });
    const input = { post_type: 'contacts', id, activity_id: Number(row(4)?.histid) };
    const told = { action: 'share', object_subtype: 'share', meta_value: '4' };
    expect(await harness.ask(recordsActivityItem, input, mona)).toMatchObject(told);
  });

  test.each([
    ['sharing', share],
    ['unsharing', unshare],
  ])('%s modifies the record only when it changes its shares', async (_what, change) => {
    const long = new Date(1_600_000_000_000);
    const [id = 0] = await harness.seed('contacts', 1, { sharedWith: change === unshare ? [3, 4] : [3] });
    await harness.documents.updateOne({ _id: id }, { $set: { lastModified: long } });
    await expect(change(id, 4, stranger)).rejects.toMatchObject({ status: 403 });
    expect(await harness.stored(id)).toMatchObject({ lastModified: long, version: 1 });
    await change(id, 4);
    const changed = await harness.stored(id);
    expect(changed.version).toBe(2);
    expect(changed.lastModified.getTime()).toBeGreaterThan(long.getTime());
    await harness.documents.updateOne({ _id: id }, { $set: { lastModified: long } });
    for (const same of [4, '4']) expect(await change(id, same)).toBe(1);
    expect(await harness.stored(id)).toMatchObject({ lastModified: long, version: 2 });
    await harness.eventsOf(id, 1);
  });

  test('publishes an event of the record and one of the share, which notifies the user', async () => {
    const id = await contact();
    await share(id, 4);
    await unshare(id, 4);
    expect(await entityEvents('share', id, 3)).toEqual([
      expect.objectContaining({ type: 'svc.share.created', user_id: 3, silent: true, version: 1 }),
      expect.objectContaining({ type: 'svc.share.created', user_id: 4, silent: false, version: 2 }),
      expect.objectContaining({ type: 'svc.share.deleted', user_id: 4, silent: true, version: 3 }),
    ]);
    const [, second] = await harness.eventsOf(id, 3);
    expect(second?.data).toMatchObject({ visibility: { shared_with: [3, 4] }, changed: {} });
  });

  test('by concurrent writers keeps every share', async () => {
    const id = await contact();
    const users = Array.from({ length: 12 }, (_, index) => 20 + index);
    await share(id, 50);
    const added = users.map((userId) => share(id, userId));
    await Promise.all([...added, unshare(id, 50), share(id, 20), update(id, { nickname: 'Meanwhile' })]);
    const inOrder = (await sharedWith(id)).toSorted((one, other) => one - other);
    expect(inOrder).toEqual([3, ...users]);
    expect(await storedShares(id)).toEqual([3, ...users]);
    expect(await get(id)).toMatchObject({ nickname: 'Meanwhile' });
  });

  test('with the same idempotency key is executed once', async () => {
    const id = await contact();
    const input = { post_type: 'contacts', id, user_id: 4 };
    const once = () => harness.ask(recordsShare, input, mona, 'share-once');
    await once();
    await unshare(id, 4);
    expect(await once()).toBe(1);
    expect(await storedShares(id)).toEqual([3]);
  });

  test('is allowed for users who can update the record without a share, in their own name', async () => {
    const id = await contact();
    expect(await share(id, 6, dispatcher(5))).toBe(1);
    expect(await sharedWith(id)).toEqual([3, 6]);
    expect(await signedNotes(id)).toContain('User 5: Shared with User 6');
  });

  test('with a user who does not exist is refused, like unsharing', async () => {
    const id = await contact();
    const error = { status: 400, data: { params: { user_id: expect.stringContaining('4711') } } };
    for (const request of [share, unshare]) await expectRefused(id, () => request(id, 4711), error);
  });
});

describe('unsharing', () => {
  test('ends the access of the user at once, and is in the history', async () => {
    const id = await contact();
    await share(id, 4);
    expect(await unshare(id, 4)).toBe(1);
    await expect(get(id, otto)).rejects.toMatchObject({ code: 'get_post' });
    expect(await storedShares(id)).toEqual([3]);
    expect(await notesOf(id)).toContain('Unshared with User 4');
  });

  test('ends the access of the creator, the assignee and the caller too', async () => {
    const { ID: id } = await create({ name: 'Given away', assigned_to: 4 });
    await unshare(id, 3, otto);
    await unshare(id, 4, otto);
    const given = { sharedWith: [], authorId: 3, fields: { assigned_to: 4 } };
    expect(await harness.stored(id)).toMatchObject(given);
    await expect(get(id, otto)).rejects.toMatchObject({ code: 'get_post' });
  });
});

type Request = (id: number, caller: Actor, postType?: string) => Promise<unknown>;
const [permission, unsharing] = ['for this', 'to unshare'].map(
  (what) => `You do not have permission ${what}`,
);

test.each<[string, Request, code: string, message: string | undefined]>([
  ['listing its shares', shares, 'no_permission', permission],
  ['sharing it', (id, ...by) => share(id, 6, ...by), 'add_shared', permission],
  ['sharing it with an unknown user', (id, ...by) => share(id, 4711, ...by), 'add_shared', permission],
  ['unsharing', (id, ...by) => unshare(id, 3, ...by), 'remove_shared', unsharing],
])(
  '%s is refused to users without access, for missing records, and under another type',
  async (_what, request, code, message) => {
    const id = await contact();
    const refused = { code, message, status: 403 };
    const updating = siteLink('Link', ['view_any_contacts', 'update_any_contacts']);
    const isOfUsers = code !== 'no_permission';
    for (const caller of [
      stranger,
      siteLink('Link', ['create_contacts']),
      ...(isOfUsers ? [updating] : []),
    ]) {
      await expectRefused(id, () => request(id, caller), refused);
      await expect(request(999_999, caller)).rejects.toMatchObject(refused);
    }
    await expectRefused(id, () => request(id, mona, 'groups'), refused);
  },
);

describe('shares from other changes', () => {
  test('are stored with the record for its creator and its assignees', async () => {
    const { ID: id } = await create({ name: 'Assigned', assigned_to: 4 });
    expect(await sharedWith(id)).toEqual([3, 4]);
    expect(await storedShares(id)).toEqual([3, 4]);
    await update(id, { assigned_to: 5, type: 'personal' });
    expect(await storedShares(id)).toEqual([3, 4, 5]);
    const [, assigned] = await harness.eventsOf(id, 2);
    expect(assigned?.data).toMatchObject({ visibility: { shared_with: [3, 4, 5], type: 'personal' } });
    const events = await entityEvents('share', id, 3);
    expect(events.map(({ silent }) => silent)).toEqual([true, true, true]);
    expect((await notesOf(id)).filter((note) => note.startsWith('Shared'))).toEqual([]);
  });

  test('are deleted with their record', async () => {
    const id = await contact();
    await share(id, 4);
    await remove(id);
    expect(await storedShares(id)).toEqual([]);
  });
});

/** A private contact of mona's. */
const followed = async (fields: Fields = {}) =>
  (await create({ name: 'Followed', type: 'personal', ...fields })).ID;

describe('the followers of a record', () => {
  type Step = readonly [step: (id: number) => Promise<unknown>, following: readonly number[]];
  const sharing: Step = [(id) => share(id, 4), [3, 4]];
  // What the button of clients sends.
  const asked = { values: [{ value: 4, delete: false }] };

  test.each<[string, Fields, ...Step[]]>([
    ['are the users it is shared with', {}, sharing, [(id) => unshare(id, 4), [3]]],
    [
      'include users who follow it and can view every record of the type',
      {},
      [(id) => update(id, { follow: values(7, '8', 95) }), [3, 7, 8]],
    ],
    [
      'exclude users who unfollow it, until they follow it again',
      {},
      sharing,
      [(id) => update(id, { follow: removing(4), unfollow: asked }), [3]],
      [(id) => update(id, { follow: asked, unfollow: removing(4) }), [3, 4]],
    ],
    [
      'always include the assignee, and nobody twice',
      { type: 'access', assigned_to: 4 },
      [(id) => update(id, { unfollow: values(4), follow: values(3) }), [3, 4]],
      [(id) => unshare(id, 4), [3, 4]],
    ],
  ])('%s', async (_what, fields, ...steps) => {
    const id = await followed(fields);
    for (const [step, expected] of steps) {
      await step(id);
      expect(await following(id)).toEqual(expected);
    }
  });

  test.each(['follow', 'unfollow'])('do not keep the opposite request after a %s', async (key) => {
    const id = await followed();
    const other = key === 'follow' ? 'unfollow' : 'follow';
    await update(id, { [other]: values(3) });
    await update(id, { [key]: values(3) });
    expect((await harness.stored(id)).fields).toMatchObject({ [key]: [3] });
    expect((await harness.stored(id)).fields).not.toHaveProperty(other);
  });

  test('include the followers of a record that was merged into it', async () => {
    const primary = await followed();
    const archiving = await followed({ follow: values(7) });
    const input = { primary_post_id: primary, archiving_post_id: archiving, merge_comments: false };
    await harness.ask(recordsMerge, { post_type: 'contacts', ...input, values: {} }, mona);
    expect(await following(primary)).toEqual([3, 7]);
  });
});

describe('a request to follow', () => {
  test('reads as empty, and is not in the history', async () => {
    const id = await followed();
    const before = (await activityOf(id)).total;
    await update(id, { follow: values(3), unfollow: values(7) });
    expect(await get(id)).toMatchObject({ follow: [], unfollow: [] });
    expect((await activityOf(id)).total).toBe(before);
  });

  test('is an event for each user whose request changed', async () => {
    const id = await followed();
    await update(id, { follow: values(7, 8) });
    await update(id, { unfollow: values(7) });
    await update(id, { unfollow: { values: [], force_values: true }, nickname: 'Quiet' });
    const wishes = await entityEvents('follow', id, 4);
    expect(wishes.map(({ type, user_id: user, wish }) => [type, user, wish])).toEqual([
      ['svc.follow.updated', 7, 'follow'],
      ['svc.follow.updated', 8, 'follow'],
      ['svc.follow.updated', 7, 'unfollow'],
      ['svc.follow.updated', 7, 'default'],
    ]);
  });

  test.each<[string, unknown, string]>([
    ['without a list', 7, 'missing values field on: follow'],
    ['by a name', values('otto'), 'follow must be ids of users, received otto'],
    ['by an operator', values({ $gt: 0 }), 'Something wrong on field: follow'],
    ['by a user who does not exist', values(4711), 'follow must be ids of existing users, received 4711'],
    ['by user 0', values(0), 'follow must be ids of users, received 0'],
  ])('%s is refused', async (_what, follow, message) => {
    const id = await followed();
    const refusal = { code: 'update_multi_select_fields', message, status: 400 };
    await expectRefused(id, () => update(id, { follow, nickname: 'Refused' }), refusal);
  });

  test('drops users who no longer exist', async () => {
    const id = await followed();
    await harness.documents.updateOne({ _id: id }, { $set: { 'fields.follow': [4711, 7] } });
    await update(id, { follow: removing(4711) });
    expect((await harness.stored(id)).fields).toMatchObject({ follow: [7] });
  });
});

test('the followers of a record are refused to users who cannot view it, whether or not it exists', async () => {
  const id = await followed();
  const refused = (type: string) => ({
    code: 'get_users_following_post',
    message: `You do not have access to: ${type}`,
    status: 403,
  });
  // The last of these callers has the record shared and may not work with its type.
  for (const [asked, caller] of [
    [id, multiplier(4)],
    [999_999, mona],
    [id, userActor(3, 'User 3')],
  ] as const)
    await expect(following(asked, caller)).rejects.toMatchObject(refused('contacts'));
  await expect(following(id, mona, 'groups')).rejects.toMatchObject(refused('groups'));
});

const dina = userActor(5, 'User 5', [...dispatcher(5).capabilities, 'assign_any_contacts']);

const accept = (id: number, isAccepted: boolean, caller: Actor = otto, key?: string) =>
  harness.ask(recordsAccept, { id, accept: isAccepted }, caller, key) as Promise<Fields>;

/** A contact of mona's that the dispatcher gave to otto, who has not said anything yet. */
async function givenToOtto(): Promise<number> {
  const { ID: id } = await create({ name: 'Given' });
  await update(id, { assigned_to: 4 }, dina);
  expect(await get(id)).toMatchObject({ overall_status: { key: 'assigned' }, accepted: false });
  return id;
}

test('an accepted contact is active, with the user in the history, once for an idempotency key', async () => {
  const id = await givenToOtto();
  const answer = await accept(id, true, otto, 'accept-once');
  const active = { overall_status: { key: 'active' }, accepted: true, assigned_to: { id: '4' } };
  expect(answer).toMatchObject({ ID: id, ...active });
  expect(answer).toEqual(await get(id, otto));
  const { version } = await harness.stored(id);
  expect(await accept(id, true, otto, 'accept-once')).toEqual(answer);
  expect(await harness.stored(id)).toMatchObject({ version });
  expect(await signedNotes(id)).toContain('User 4: User 4 accepted assignment');
});

describe('a declined contact', () => {
  test('returns to the user who assigned it last, and is unassigned', async () => {
    const id = await givenToOtto();
    expect(await accept(id, false)).toMatchObject({
      overall_status: { key: 'unassigned' },
      accepted: false,
      assigned_to: { id: '5' },
    });
    expect((await harness.stored(id)).sharedWith).toEqual([3, 4, 5]);
    expect(await signedNotes(id)).toContain('User 4: User 4 declined assignment');
  });

  test.each<[string, Fields]>([
    ['who can no longer access contacts', { actorId: 95 }],
    ['who was not a user', { actorId: 0 }],
  ])('goes to the base user instead of an assigner %s', async (_who, change) => {
    const id = await givenToOtto();
    await harness.activity.updateMany({ recordId: id, objectSubtype: 'assigned_to' }, { $set: change });
    expect(await accept(id, false)).toMatchObject({ assigned_to: { id: '1' } });
  });
});

test.each([true, false])(
  'accepting is refused to users who cannot update the contact: %s',
  async (isAccepted) => {
    const refusal = { code: 'accept_contact', message: 'You do not have permission for this', status: 403 };
    const id = await givenToOtto();
    await expectRefused(id, () => accept(id, isAccepted, multiplier(6)), refusal);
  },
);
