import { describe, expect, test } from '@jest/globals';
import {
  createUserContact,
  recordsAuthorize,
  recordsCollaborators,
  recordsSearchCounts,
  recordsSearchDocuments,
  recordsSettings,
  recordsViewable,
  systemActor,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, multiplier } from './testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2 });
const { create, update, get, list, remove, activityOf, expectRefused } = recordClient(harness);

const otto = multiplier(4);

describe('deleting', () => {
  test('removes the record with its history, and sends comments the command to purge', async () => {
    const { ID: id } = await create({ name: 'To go' });
    expect(await remove(id)).toBe(true);
    expect(await harness.documents.findById(id)).toBeNull();
    expect((await harness.eventsOf(id, 2)).map((event) => event.type)).toEqual([
      'svc.record.created',
      'svc.record.deleted',
    ]);
    await until(() => expect(harness.purged).toContainEqual({ post_type: 'contacts', record_id: id }));
  });

  test('sends comments the record that the comments of a merged record moved to', async () => {
    const { ID: id } = await create({ name: 'Merged' });
    await harness.documents.updateOne({ _id: id }, { $set: { commentsWith: 77 } });
    await remove(id);
    const input = { post_type: 'contacts', record_id: id, moved_to: 77 };
    await until(() => expect(harness.purged).toContainEqual(input));
  });

  test('is refused to users who are not the author and cannot delete any record, and can be repeated', async () => {
    const { ID: id } = await create({ name: 'Shared', assigned_to: 4 });
    const remover = userActor(8, 'Remover', ['delete_any_contacts']);
    for (const caller of [otto, multiplier(7)])
      await expectRefused(id, () => remove(id, caller), { code: 'delete_post', status: 403 });
    for (const _time of [1, 2]) expect(await remove(id, remover)).toBe(true);
    await harness.eventsOf(id, 2);
  });
});

describe('operations for other services and clients', () => {
  test('settings are readable by users who can access or create the type', async () => {
    const settings = (caller: Actor) => harness.ask(recordsSettings, { post_type: 'contacts' }, caller);
    for (const caller of [mona, userActor(9, 'Form', ['create_contacts'])])
      expect(await settings(caller)).toMatchObject({ post_type: 'contacts' });
    const nobody = userActor(9, 'Nobody');
    await expect(settings(nobody)).rejects.toMatchObject({
      code: 'get_post_settings',
      message: 'No permissions to read contacts',
    });
  });

  test('authorize, viewable and collaborators agree with the records that the caller can get', async () => {
    const { ID: id } = await create({ name: 'Asked about', assigned_to: 4 });
    const asked = { post_type: 'contacts', id, action: 'update', with_audience: true } as const;
    const audience = { following: [3, 4], asking: [], unfollowing: [], assigned_to: 4, subassigned: [] };
    const ofContact = { ...audience, type: 'access', followed_by_all: 'dt_all_access_contacts' };
    const told = { allowed: true, name: 'Asked about', audience: ofContact };
    expect(await harness.ask(recordsAuthorize, asked, otto)).toEqual(told);
    expect(await harness.ask(recordsAuthorize, asked, multiplier(40))).toEqual({ allowed: false });
    const ids = [id, 9_999_999];
    expect((await harness.ask(recordsViewable, { ids }, otto)).records).toMatchObject([
      { id, name: 'Asked about', status: 'active', status_option: { label: 'Active' } },
    ]);
    expect((await harness.ask(recordsCollaborators, {}, otto)).user_ids).toEqual(
      expect.arrayContaining([3, 4]),
    );
    expect((await harness.ask(recordsCollaborators, {}, multiplier(40))).user_ids).toEqual([]);
  });

  test('search documents carry texts and visibility, and are refused to users', async () => {
    const { ID: id } = await create({
      name: 'Indexed',
      nickname: 'nick',
      contact_email: [{ value: 'a@b.c' }],
    });
    const asked = (caller: Actor) => harness.ask(recordsSearchDocuments, { ids: [id] }, caller);
    const { documents: found } = await asked(systemActor('search'));
    expect(found).toEqual([
      {
        id,
        post_type: 'contacts',
        version: 1,
        name: 'Indexed',
        texts: [
          { field: 'nickname', text: 'nick' },
          { field: 'contact_email', text: 'a@b.c' },
        ],
        visibility: { shared_with: [3], type: 'access', sources: ['personal'] },
      },
    ]);
    await expect(asked(mona)).rejects.toMatchObject({ code: 'not_trusted' });
  });

  test('search documents are paged by size, in the order of ids, and their counts match', async () => {
    const search = systemActor('search');
    const countsOf = async () => (await harness.ask(recordsSearchCounts, {}, search)).counts;
    const before = await countsOf();
    const nickname = 'x'.repeat(60_000);
    const ids: number[] = [];
    for (let made = 0; made < 36; made += 1) ids.push((await create({ name: 'Walked', nickname })).ID);
    expect(await countsOf()).toEqual({ ...before, contacts: (before['contacts'] ?? 0) + ids.length });
    const walked: number[][] = [];
    for (let after = Math.min(...ids) - 1; ; after = walked.at(-1)?.at(-1) ?? 0) {
      const { documents } = await harness.ask(recordsSearchDocuments, { after, limit: 1_000 }, search);
      if (documents.length === 0) break;
      walked.push(documents.map(({ id }) => id));
    }
    expect(walked.flat()).toEqual(walked.flat().toSorted((one, other) => one - other));
    expect(walked.flat()).toEqual(expect.arrayContaining(ids));
    expect(walked.length).toBeGreaterThan(1);
  });

  test('the contact of a user is created once for repeated commands', async () => {
    const input = { user_id: 50, display_name: 'Fifty', email: 'fifty@example.test' };
    const first = await harness.harness.command(createUserContact, input, 'users');
    expect(await harness.harness.command(createUserContact, input, 'users')).toEqual(first);
    expect(await get(first.id, systemActor('test'))).toMatchObject({
      name: 'Fifty',
      type: { key: 'user' },
      corresponds_to_user: 50,
      contact_email: [{ value: 'fifty@example.test' }],
    });
    const { activity } = await activityOf(first.id, systemActor('test'));
    expect(new Set(activity.map((item) => item.name))).toEqual(new Set(['D.T System']));
  });
});

test('a group has no data of members that the caller cannot view', async () => {
  const contact = await create({ name: 'Hidden', type: 'personal' }, otto);
  const members = { values: [{ value: contact.ID }] };
  const group = await create({ name: 'Open' }, mona, 'groups');
  await update(group.ID, { members }, systemActor('test'), 'groups');
  const [member] = (await get(group.ID, mona, 'groups'))['members'] as Fields[];
  expect(member).toMatchObject({ ID: contact.ID, data: {} });
});

test('a group includes the milestones of its members in single reads and write answers, not in lists', async () => {
  const milestones = { values: [{ value: 'milestone_baptized' }, { value: 'milestone_sharing' }] };
  const contact = await create({ name: 'Member', milestones });
  const members = { values: [{ value: contact.ID }] };
  const group = await create({ name: 'Harbour', members }, mona, 'groups');
  const changed = await update(group.ID, { name: 'Port' }, mona, 'groups');
  for (const answer of [group, changed, await get(group.ID, mona, 'groups')]) {
    expect(answer['members']).toMatchObject([
      {
        ID: contact.ID,
        status: { key: 'active', label: 'Active', color: '#4CAF50' },
        data: { milestones: [{ label: 'Baptized' }], overall_status: { label: 'Active', default: true } },
      },
    ]);
  }
  const { posts } = await list({ fields_to_return: ['members'] }, mona, 'groups');
  expect(posts.find((post) => post.ID === group.ID)?.['members']).toEqual([
    expect.not.objectContaining({ data: expect.anything() }),
  ]);
});
