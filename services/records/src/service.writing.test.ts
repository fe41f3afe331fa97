import { beforeEach, describe, expect, test } from '@jest/globals';
import { recordsCreate, type Actor, type Fields } from '@svc/contracts';
import { mona, recordClient, values } from './testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, siteLink } from './testing/records-harness.ts';
import { sharingClient } from './testing/sharing-client.ts';

const harness = harnessOfSuite({ instances: 2 });
const { create, update, get, notesOf, expectNotCreated, expectRefused } = recordClient(harness);
const { entityEvents } = sharingClient(harness);

const otto = multiplier(4);
const dina = dispatcher(5);

describe('creating', () => {
  test('does not fill in what only contacts of type access have', async () => {
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
    ['the user it stands for', { name: 'x', corresponds_to_user: 5 }, { code: 'create_post', status: 403 }],
  ])('refuses %s and leaves no trace', async (_name, fields, error) => {
    await expectNotCreated(() => create(fields), error);
  });
});

describe('what comes over a site link', () => {
  const form = siteLink('Web form', ['create_contacts', 'create_groups', 'create_peoplegroups']);

  beforeEach(() => {
    harness.baseUser = 7;
  });

  test('is answered with its id alone, and without a base user it is nobody’s', async () => {
    harness.baseUser = null;
    const answer = await create({ name: 'From the form' }, form);
    expect(answer).toEqual({ ID: answer.ID });
    const record = await harness.stored(answer.ID);
    expect(record).toMatchObject({ authorId: 0, sharedWith: [], fields: { overall_status: 'new' } });
    expect(record.fields).not.toHaveProperty('assigned_to');
    expect(await notesOf(answer.ID, dina)).toContain('Created with site link: Web form');
  });

  test('is new, and the base user’s to follow up', async () => {
    const { ID: id } = await create({ name: 'Left' }, form);
    expect((await harness.stored(id)).sharedWith).toEqual([7]);
    expect(await get(id, multiplier(7))).toMatchObject({
      overall_status: { key: 'new' },
      assigned_to: { id: '7' },
      type: { key: 'access' },
    });
    expect(await entityEvents('share', id, 1)).toMatchObject([{ type: 'svc.share.created', user_id: 7 }]);
  });

  test('and is given to somebody is no matter of the base user', async () => {
    const { ID: id } = await create({ name: 'Given', assigned_to: 4, overall_status: 'assigned' }, form);
    const given = { sharedWith: [4], fields: { overall_status: 'assigned' } };
    expect(await harness.stored(id)).toMatchObject(given);
  });

  test.each([
    ['contacts', { type: 'personal' }],
    ['groups', {}],
    ['peoplegroups', {}],
  ])('as %s %j has nobody in charge, and the base user sees it', async (postType, fields) => {
    const { ID: id } = await create({ name: 'Open', ...fields }, form, postType);
    const stored = await harness.stored(id);
    expect(stored.sharedWith).toEqual([7]);
    expect(stored.fields).not.toHaveProperty('assigned_to');
  });
});

describe('updating', () => {
  test('changes what is sent, tells it in the history and as one event with the changed fields', async () => {
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

  test('keeps what all of many writers wrote at the same time, one version each', async () => {
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

  test('refuses who may not, and a bad value, without a trace', async () => {
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

describe('repeating', () => {
  test('a write with the same key happens once, also at the same time on two instances', async () => {
    const input = { post_type: 'contacts', fields: { name: 'Only once' }, silent: false };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => harness.ask(recordsCreate, input, mona, 'key-1')),
    );
    expect(new Set(answers.map((answer) => answer.ID)).size).toBe(1);
    expect(await harness.documents.countDocuments({ name: 'Only once' })).toBe(1);
    await harness.eventsOf(answers[0]?.ID ?? 0, 1);
  });
});
