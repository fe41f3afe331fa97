import { describe, expect, test } from '@jest/globals';
import { recordsAccept, recordsMerge, type Actor, type Fields } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { mona, recordClient, removing, values } from './testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier } from './testing/records-harness.ts';
import { sharingClient } from './testing/sharing-client.ts';

const harness = harnessOfSuite();
harness.baseUser = 1;
const { create, update, get, activityOf, expectRefused } = recordClient(harness);
const { share, unshare, following, entityEvents, signedNotes } = sharingClient(harness);

const contact = async (fields: Fields = {}) =>
  (await create({ name: 'Followed', type: 'personal', ...fields })).ID;

describe('who follows a record', () => {
  test('is whom it is shared with', async () => {
    const id = await contact();
    await share(id, 4);
    expect(await following(id)).toEqual([3, 4]);
    await unshare(id, 4);
    expect(await following(id)).toEqual([3]);
  });

  test('is who asks to, if they may view every record of the type', async () => {
    const id = await contact();
    await update(id, { follow: values(7, '8', 95) });
    expect(await following(id)).toEqual([3, 7, 8]);
  });

  test('is not who asks not to, until they ask for it again', async () => {
    const id = await contact();
    await share(id, 4);
    // What the button of clients sends.
    await update(id, { follow: removing(4), unfollow: { values: [{ value: 4, delete: false }] } });
    expect(await following(id)).toEqual([3]);
    await update(id, { follow: { values: [{ value: 4, delete: false }] }, unfollow: removing(4) });
    expect(await following(id)).toEqual([3, 4]);
  });

  test.each(['follow', 'unfollow'])('asked one thing, no longer asks for the other: %s', async (key) => {
    const id = await contact();
    const other = key === 'follow' ? 'unfollow' : 'follow';
    await update(id, { [other]: values(3) });
    await update(id, { [key]: values(3) });
    expect((await harness.stored(id)).fields).toMatchObject({ [key]: [3] });
    expect((await harness.stored(id)).fields).not.toHaveProperty(other);
  });

  test('is always who is responsible for it, and nobody twice', async () => {
    const { ID: id } = await create({ name: 'Assigned', assigned_to: 4 });
    await update(id, { unfollow: values(4), follow: values(3) });
    expect(await following(id)).toEqual([3, 4]);
    await unshare(id, 4);
    expect(await following(id)).toEqual([3, 4]);
  });

  test('of two records that become one follows the one that goes on', async () => {
    const primary = await contact();
    const archiving = await contact({ follow: values(7) });
    const input = { primary_post_id: primary, archiving_post_id: archiving, merge_comments: false };
    await harness.ask(recordsMerge, { post_type: 'contacts', ...input, values: {} }, mona);
    expect(await following(primary)).toEqual([3, 7]);
  });
});

describe('asking to follow', () => {
  test('reads empty, and is in no history', async () => {
    const id = await contact();
    const before = (await activityOf(id)).total;
    await update(id, { follow: values(3), unfollow: values(7) });
    expect(await get(id)).toMatchObject({ follow: [], unfollow: [] });
    expect((await activityOf(id)).total).toBe(before);
  });

  test('is an event for each user who asks for something else', async () => {
    const id = await contact();
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
    ['of no list', 7, 'missing values field on: follow'],
    ['by a name', values('otto'), 'follow takes ids of users, received otto'],
    ['by an operator', values({ $gt: 0 }), 'Something wrong on field: follow'],
    ['by nobody', values(4711), 'follow names no user: 4711'],
    ['by user 0', values(0), 'follow takes ids of users, received 0'],
  ])('%s is refused', async (_what, follow, message) => {
    const id = await contact();
    const refusal = { code: 'update_multi_select_fields', message, status: 400 };
    await expectRefused(id, () => update(id, { follow, nickname: 'Refused' }), refusal);
  });

  test('no longer names users who are gone', async () => {
    const id = await contact();
    await harness.documents.updateOne({ _id: id }, { $set: { 'fields.follow': [4711, 7] } });
    await update(id, { follow: removing(4711) });
    expect((await harness.stored(id)).fields).toMatchObject({ follow: [7] });
  });
});

test('who follows a record is not told to who may not view it, whether or not it is there', async () => {
  const id = await contact();
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

const otto = multiplier(4);
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

describe('a contact that is accepted', () => {
  test('is active, and the history says who accepted it, once under one key', async () => {
    const id = await givenToOtto();
    const answer = await accept(id, true, otto, 'accept-once');
    expect(answer).toMatchObject({
      ID: id,
      overall_status: { key: 'active' },
      accepted: true,
      assigned_to: { id: '4' },
    });
    expect(answer).toEqual(await get(id, otto));
    const { version } = await harness.stored(id);
    expect(await accept(id, true, otto, 'accept-once')).toEqual(answer);
    expect(await harness.stored(id)).toMatchObject({ version });
    expect(await signedNotes(id)).toContain('User 4: User 4 accepted assignment');
  });
});

describe('a contact that is declined', () => {
  test('goes back to who assigned it last, and waits for somebody else', async () => {
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
    ['who may work with contacts no longer', { actorId: 95 }],
    ['who was no user', { actorId: 0 }],
  ])('goes to the base user instead of one %s', async (_who, change) => {
    const id = await givenToOtto();
    await harness.activity.updateMany({ recordId: id, objectSubtype: 'assigned_to' }, { $set: change });
    expect(await accept(id, false)).toMatchObject({ assigned_to: { id: '1' } });
  });
});

test.each([true, false])('accepting is refused to who may not update the contact: %s', async (isAccepted) => {
  const refusal = { code: 'accept_contact', message: 'You do not have permission for this', status: 403 };
  const id = await givenToOtto();
  await expectRefused(id, () => accept(id, isAccepted, multiplier(6)), refusal);
});
