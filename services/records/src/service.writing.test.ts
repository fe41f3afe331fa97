import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  commentCreated,
  createUserContact,
  recordsCreate,
  usersActor,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { mona, recordClient, values } from './testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, siteLink } from './testing/records-harness.ts';
import { sharingClient } from './testing/sharing-client.ts';

const harness = harnessOfSuite({ instances: 2 });
const { create, update, get, activityOf, notesOf, expectNotCreated, expectRefused } = recordClient(harness);
const { entityEvents } = sharingClient(harness);

const otto = multiplier(4);
const dina = dispatcher(5);

describe('creating', () => {
  test('does not set the defaults of access contacts on other types', async () => {
    const contact = await create({ name: 'Friend', type: 'personal' });
    for (const key of ['seeker_path', 'sources', 'assigned_to']) expect(contact).not.toHaveProperty(key);
  });

  test('gives groups their own defaults', async () => {
    expect(await create({ name: 'Harbour' }, mona, 'groups')).toMatchObject({
      group_status: { key: 'active' },
      group_type: { key: 'pre-group' },
      assigned_to: { id: '3' },
    });
  });

  const refused = { code: 'create_post', status: 400 };
  test.each<[string, Fields, Fields]>([
    ['no name', { nickname: 'x' }, { ...refused, message: 'title needed' }],
    ['an empty name', { name: ' ' }, { ...refused, message: 'Name/Title field can not be empty' }],
    ['the user it represents', { name: 'x', corresponds_to_user: 5 }, { code: 'create_post', status: 403 }],
  ])('refuses %s and leaves no trace', async (_name, fields, error) => {
    await expectNotCreated(() => create(fields), error);
  });
});

describe('a record created over a site link', () => {
  const form = siteLink('Web form', ['create_contacts', 'create_groups', 'create_peoplegroups']);

  beforeEach(() => {
    harness.baseUser = 7;
  });

  test('is answered with only its id, and has no assignee without a base user', async () => {
    harness.baseUser = null;
    const answer = await create({ name: 'From the form' }, form);
    expect(answer).toEqual({ ID: answer.ID });
    const record = await harness.stored(answer.ID);
    expect(record).toMatchObject({ authorId: 0, sharedWith: [], fields: { overall_status: 'new' } });
    expect(record.fields).not.toHaveProperty('assigned_to');
    expect(await notesOf(answer.ID, dina)).toContain('Created with site link: Web form');
  });

  test('is new, and assigned to the base user', async () => {
    const { ID: id } = await create({ name: 'Left' }, form);
    expect((await harness.stored(id)).sharedWith).toEqual([7]);
    expect(await get(id, multiplier(7))).toMatchObject({
      overall_status: { key: 'new' },
      assigned_to: { id: '7' },
      type: { key: 'access' },
    });
    expect(await entityEvents('share', id, 1)).toMatchObject([{ type: 'svc.share.created', user_id: 7 }]);
  });

  test('with an assignee is not shared with the base user', async () => {
    const { ID: id } = await create({ name: 'Given', assigned_to: 4, overall_status: 'assigned' }, form);
    const given = { sharedWith: [4], fields: { overall_status: 'assigned' } };
    expect(await harness.stored(id)).toMatchObject(given);
  });

  test.each([
    ['contacts', { type: 'personal' }],
    ['groups', {}],
    ['peoplegroups', {}],
  ])('of %s %j has no assignee, and is shared with the base user', async (postType, fields) => {
    const { ID: id } = await create({ name: 'Open', ...fields }, form, postType);
    const stored = await harness.stored(id);
    expect(stored.sharedWith).toEqual([7]);
    expect(stored.fields).not.toHaveProperty('assigned_to');
  });
});

describe('updating', () => {
  test('changes the sent fields, in the history and in one event with the changed fields', async () => {
    const { ID: id } = await create({ name: 'Before' });
    const after = await update(id, { title: 'After', overall_status: 'paused', tags: values('new') });
    expect(after).toMatchObject({ name: 'After', overall_status: { key: 'paused' }, tags: ['new'] });
    const changes = ['Name changed to After', 'Contact Status: Paused', 'new added to Tags'];
    expect(await notesOf(id)).toEqual(expect.arrayContaining(changes));
    const [, event] = await harness.eventsOf(id, 2);
    expect(event).toMatchObject({
      subject: 'svc.events.record.contacts.updated',
      type: 'svc.record.updated',
      data: {
        actor: { kind: 'user', user_id: 3 },
        record: { id, post_type: 'contacts', name: 'After', version: 2 },
        changed: {
          overall_status: { before: 'active', after: 'paused' },
          tags: { added: ['new'], removed: [] },
        },
        visibility: { shared_with: [3], type: 'access', sources: ['personal'] },
      },
    });
  });

  test('keeps the values of all concurrent writers, with one version each', async () => {
    const { ID: id } = await create({ name: 'Busy' });
    const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
    await Promise.all(tags.map((tag) => update(id, { tags: values(tag) })));
    expect([...((await get(id))['tags'] as string[])].sort()).toEqual([...tags].sort());
    const events = await harness.eventsOf(id, 31);
    const versions = events.map(({ data }) => (data['record'] as { version: number }).version);
    expect(versions.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 31 }, (_, index) => index + 1),
    );
  });

  test('refuses users without permission and invalid values without a trace', async () => {
    const { ID: id } = await create({ name: 'Guarded', assigned_to: 3 });
    const refusals: [Fields, Actor, Fields][] = [
      [{ nickname: 'x' }, otto, { code: 'update_post', status: 403 }],
      [{ nickname: 'x', assigned_to: 1000 }, mona, { code: 'update_post_user_select', status: 400 }],
      [{ corresponds_to_user: 3 }, mona, { code: 'update_post', status: 403 }],
    ];
    for (const [fields, caller, error] of refusals)
      await expectRefused(id, () => update(id, fields, caller), error);
  });
});

test('a write with the same key is executed once, also concurrently on two instances', async () => {
  const input = { post_type: 'contacts', fields: { name: 'Only once' }, silent: false };
  const once = () => harness.ask(recordsCreate, input, mona, 'key-1');
  const answers = await Promise.all(Array.from({ length: 6 }, once));
  expect(new Set(answers.map((answer) => answer.ID)).size).toBe(1);
  expect(await harness.documents.countDocuments({ name: 'Only once' })).toBe(1);
  await harness.eventsOf(answers[0]?.ID ?? 0, 1);
});

const assigner = userActor(5, 'User 5', [...dispatcher(5).capabilities, 'assign_any_contacts']);

const key = (option: string) => expect.objectContaining({ key: option });
const shares = async (id: number) =>
  (await harness.stored(id)).sharedWith.toSorted((one, other) => one - other);

/** The contact that stands for a user. */
async function contactOf(userId: number): Promise<number> {
  const input = { user_id: userId, display_name: `User ${userId}`, email: `user${userId}@example.test` };
  return (await harness.harness.command(createUserContact, input, 'users')).id;
}

describe('a new contact', () => {
  const from = (id: number) => ({ additional_meta: { created_from: id } });

  test.each<[string, Fields, string]>([
    ['one of type access', { type: 'access' }, 'access_placeholder'],
    ['a personal one', { type: 'personal' }, 'placeholder'],
    ['a placeholder', { type: 'placeholder' }, 'placeholder'],
    ['a placeholder of access', { type: 'access_placeholder' }, 'access_placeholder'],
  ])('created from %s is a placeholder of its kind', async (_name, origin, type) => {
    const { ID } = await create({ name: 'Origin', ...origin });
    const placeholder = await create({ name: 'From it', ...from(ID) });
    expect(placeholder).toMatchObject({ type: { key: type }, overall_status: { key: 'active' } });
    expect(placeholder).not.toHaveProperty('assigned_to');
    expect(placeholder).not.toHaveProperty('seeker_path');
  });

  test('created from an access contact is a placeholder even when the request sets another type', async () => {
    const { ID } = await create({ name: 'Origin' });
    const placeholder = await create({ name: 'From it', type: 'personal', ...from(ID) });
    expect(placeholder).toMatchObject({ type: { key: 'access_placeholder' } });
  });
});

/** What a contact of mona's is before, what is written to it and by whom, and what it is afterwards. */
type Row = [name: string, before: Fields, written: Fields, caller: Actor, after: Fields, shared?: number[]];

const otherwise = expect.not.objectContaining({ quick_button_meeting_complete: expect.anything() });

describe('an update of a contact', () => {
  const established = { quick_button_contact_established: 1 };
  const waiting = { assigned_to: { id: '4' }, overall_status: key('assigned'), accepted: false };
  const answered = { seeker_path: key('established'), requires_update: false };
  const personal = { type: 'personal' };
  const ofMona = { type: key('access'), assigned_to: { id: '3' } };
  const pressed = { quick_button_meeting_complete: 1 };
  test.each<Row>([
    ['that assigns it sets it waiting, and shares it', {}, { assigned_to: 4 }, assigner, waiting, [3, 4]],
    ['that presses a button moves its path', { requires_update: true }, established, mona, answered],
    ['that moves its path presses a button', {}, { seeker_path: 'met' }, mona, pressed],
    [
      'that makes it personal shares it with the caller',
      {},
      personal,
      dispatcher(6),
      { type: key('personal') },
      [3, 6],
    ],
    ['that makes it an access contact assigns it', personal, { type: 'access' }, mona, ofMona],
    ['of another type does not run these rules', personal, { seeker_path: 'met' }, mona, otherwise],
  ])('%s', async (_name, before, written, caller, after, sharedWith = [3]) => {
    const { ID: id } = await create({ name: 'Updated', ...before });
    await update(id, written, caller);
    expect(await get(id)).toMatchObject(after);
    expect(await shares(id)).toEqual(sharedWith);
  });

  test('that skips steps of the path lists them in the history', async () => {
    const { ID: id } = await create({ name: 'Fast' });
    await update(id, { quick_button_meeting_scheduled: 1 });
    expect((await notesOf(id)).filter((note) => note.startsWith('Seeker Path')).toSorted()).toEqual([
      'Seeker Path: Contact Attempt Needed',
      'Seeker Path: Contact Attempted',
      'Seeker Path: Contact Established',
      'Seeker Path: First Meeting Scheduled',
    ]);
  });

  test('that closes it with a reason notes once in the history that no update is required', async () => {
    const { ID: id } = await create({ name: 'Ended' });
    await update(id, { overall_status: 'closed', reason_closed: 'moved', update_required: false });
    await update(id, { overall_status: 'paused', reason_paused: 'vacation', assigned_to: 4 });
    const keys = (await activityOf(id)).activity.map((item) => item.meta_key);
    expect(keys.filter((each) => /^requires_update$|^update_required$/.test(each))).toEqual([
      'requires_update',
    ]);
    expect((await harness.stored(id)).fields).not.toHaveProperty('accepted');
  });

  test('that is refused does not share the contact', async () => {
    const { ID: id } = await create({ name: 'Refused' });
    const request = () => update(id, { type: 'personal', gender: 5 }, dispatcher(6));
    await expectRefused(id, request, { code: 'update_post', status: 400 });
    expect(await shares(id)).toEqual([3]);
  });
});

test('an update of a group to an inactive church sets its start date and end date', async () => {
  const soon = { timestamp: expect.stringMatching(/^\d{10}$/) };
  const { ID: id } = await create({ name: 'Group' }, mona, 'groups');
  expect(await update(id, { group_type: 'church', group_status: 'inactive' }, mona, 'groups')).toMatchObject({
    church_start_date: soon,
    end_date: soon,
  });
});

describe('connections share', () => {
  test('the record when its connection is named by title or by the e-mail address of a user', async () => {
    const contact = await contactOf(26);
    const subassigned = values('User26@Example.test');
    expect(await shares((await create({ name: 'By e-mail', subassigned })).ID)).toEqual([3, 26]);
    const $set = { name: 'Only One', 'sort.name': 'only one' };
    await harness.documents.updateOne({ _id: contact }, { $set });
    const coaches = values('Only One');
    const group = await create({ name: 'By title', coaches }, mona, 'groups');
    expect(await shares(group.ID)).toEqual([3, 26]);
    const { ID: id } = await create({ name: 'Later' });
    await update(id, { subassigned: values('Only One') });
    expect(await shares(id)).toEqual([3, 26]);
  });

  test.each(['subassigned', 'coached_by'])('a contact with the user represented in %s', async (field) => {
    const represented = await contactOf(21);
    const created = await create({ name: 'New', [field]: values(represented) });
    expect(await shares(created.ID)).toEqual([3, 21]);
    const { ID: id } = await create({ name: 'Old' });
    await update(id, { [field]: values(String(represented)) });
    expect(await shares(id)).toEqual([3, 21]);
  });

  test('a contact with no user when the connected contact represents none', async () => {
    const { ID: other } = await create({ name: 'Somebody' });
    expect(await shares((await create({ name: 'x', subassigned: values(other) })).ID)).toEqual([3]);
  });

  test('a group with the user of its coach, and with the assignees of its members', async () => {
    const member = await create({ name: 'Member', assigned_to: 22 });
    const fields = { members: values(member.ID), group_coach: values(await contactOf(23)) };
    const { ID: id } = await create({ name: 'Group' }, mona, 'groups');
    await update(id, fields, mona, 'groups');
    expect(await shares(id)).toEqual([3, 22, 23]);
    expect(await notesOf(id, mona, 'groups')).toContain('Shared with User 22');
    const created = await create({ name: 'Born with them', ...fields }, mona, 'groups');
    expect(await shares(created.ID)).toEqual([3, 22, 23]);
  });

  test('a group with the assignee of a contact that joins it', async () => {
    const { ID: group } = await create({ name: 'Group' }, mona, 'groups');
    await create({ name: 'Joins', assigned_to: 24, groups: values(group) });
    expect(await shares(group)).toEqual([3, 24]);
    const { ID: contact } = await create({ name: 'Joins later', assigned_to: 25 });
    await update(contact, { groups: values(group) });
    expect(await shares(group)).toEqual([3, 24, 25]);
  });

  test('no group that the caller cannot view', async () => {
    const { ID: group } = await create({ name: 'Closed circle' }, otto, 'groups');
    const lister = userActor(3, 'User 3', [...mona.capabilities, 'list_all_groups']);
    await create({ name: 'Curious', groups: values(group) }, lister);
    expect(await shares(group)).toEqual([4]);
  });

  test('no group again that was unshared since', async () => {
    const { ID: group } = await create({ name: 'Group' }, mona, 'groups');
    const { ID: contact } = await create({ name: 'In it', assigned_to: 24, groups: values(group) });
    await harness.documents.updateOne({ _id: group }, { $set: { sharedWith: [3] } });
    await update(contact, { groups: values(group) });
    expect(await shares(group)).toEqual([3]);
  });

  test('a group with the assignee of its leader, who also becomes a member', async () => {
    const { ID: group } = await create({ name: 'Led' }, mona, 'groups');
    const { ID: contact } = await create({ name: 'Leads', assigned_to: 26 });
    const led = await update(contact, { group_leader: values(group) });
    expect(led).toMatchObject({ groups: [{ ID: group }], group_leader: [{ ID: group }] });
    expect(await shares(group)).toEqual([3, 26]);
  });
});

describe('a comment', () => {
  const commented = async (postType: string, id: number, author: Actor, type = 'comment') => {
    const { kind, userId, displayName, email } = author;
    const by = { kind, user_id: userId, display_name: displayName, email };
    const comments = [{ id: 1, type, author: by }];
    const input = { post_type: postType, record_id: id, comments };
    await harness.harness.command(commentCreated, input, 'comments');
  };
  const seesAllGroups = userActor(8, 'User 8', ['access_groups', 'view_any_groups']);
  const users = new Map([mona, dispatcher(6), seesAllGroups].map((actor) => [actor.userId, actor]));

  beforeAll(async () => {
    await harness.harness.standIn(usersActor, ({ user_id: id }) => ({ actor: users.get(id) ?? null }));
  });

  test.each<[string, string, Actor, string, boolean]>([
    ['on a contact fulfils the required update', 'contacts', mona, 'comment', false],
    ['of a dispatcher on a contact does not fulfil it', 'contacts', dispatcher(6), 'comment', true],
    ['of another type does not fulfil it', 'contacts', mona, 'duplicate', true],
    ['on a group fulfils the required update', 'groups', mona, 'comment', false],
    [
      'on a group by a user who views all groups does not fulfil it',
      'groups',
      seesAllGroups,
      'comment',
      true,
    ],
  ])('%s', async (_name, postType, author, type, isOpen) => {
    const { ID: id } = await create({ name: 'Asked', requires_update: true }, mona, postType);
    await commented(postType, id, author, type);
    expect(await get(id, mona, postType)).toMatchObject({ requires_update: isOpen });
  });
});
