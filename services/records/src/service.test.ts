import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createUserContact,
  purgeComments,
  recordsActivity,
  recordsActivityItem,
  recordsAuthorize,
  recordsCollaborators,
  recordsCreate,
  recordsDelete,
  recordsGet,
  recordsList,
  recordsSearchDocuments,
  recordsSettings,
  recordsUpdate,
  recordsViewable,
  systemActor,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { commandsFor, readEvents, until, userActor } from '@svc/service-kit/testing';
import { dispatcher, multiplier, RecordsBed, stored } from './testing/records-bed.ts';

let bed: RecordsBed;
let documents: Awaited<ReturnType<RecordsBed['documents']>>;

beforeAll(async () => {
  bed = await RecordsBed.open();
  await Promise.all([bed.start(), bed.start()]);
  documents = await bed.documents();
}, 60_000);

afterAll(async () => bed.close());

const mona = multiplier(3);
const otto = multiplier(4);
const dina = dispatcher(5);

async function create(
  fields: Fields,
  caller: Actor = mona,
  postType = 'contacts',
): Promise<Fields & { ID: number }> {
  return bed.ask(recordsCreate, { post_type: postType, fields, silent: false }, caller);
}

const update = (id: number, fields: Fields, caller: Actor = mona, postType = 'contacts') =>
  bed.ask(recordsUpdate, { post_type: postType, id, fields, silent: false }, caller) as Promise<
    Fields & { ID: number }
  >;

const get = (id: number, caller: Actor = mona, postType = 'contacts') =>
  bed.ask(recordsGet, { post_type: postType, id }, caller);

const activityOf = (id: number, caller: Actor = mona, postType = 'contacts') =>
  bed.ask(recordsActivity, { post_type: postType, id }, caller);

/** A request about a record that is refused with this error, and changes nothing of it. */
async function expectRefused(id: number, request: () => Promise<unknown>, error: Fields): Promise<void> {
  const before = await stored(documents, id);
  const history = (await activityOf(id, systemActor('test'), before.postType)).total;
  await expect(request()).rejects.toMatchObject(error);
  expect(await stored(documents, id)).toEqual(before);
  expect((await activityOf(id, systemActor('test'), before.postType)).total).toBe(history);
  await bed.eventsOf(id, before.version);
}

describe('creating', () => {
  test('answers the whole record, fills in defaults and shares it with its creator', async () => {
    const contact = await create({ title: 'Álice', nickname: 'Al' });
    expect(contact).toMatchObject({
      name: 'Álice',
      title: 'Álice',
      post_type: 'contacts',
      nickname: 'Al',
      type: { key: 'access', label: 'Standard Contact' },
      overall_status: { key: 'active', label: 'Active' },
      seeker_path: { key: 'none' },
      sources: ['personal'],
      assigned_to: { id: '3', type: 'user', display: 'User 3', 'assigned-to': 'user-3' },
      requires_update: false,
      post_author: '3',
      post_author_display_name: 'User 3',
      permalink: `http://records.test/contacts/${contact.ID}/`,
    });
    expect(contact['post_date']).toEqual(contact['created_date']);
    expect(await get(contact.ID)).toEqual(contact);
    expect((await stored(documents, contact.ID)).sharedWith).toEqual([3]);
  });

  test('does not fill in what only contacts of type access have', async () => {
    const contact = await create({ name: 'Friend', type: 'personal' });
    expect(contact).not.toHaveProperty('seeker_path');
    expect(contact).not.toHaveProperty('assigned_to');
  });

  test('gives groups their own defaults, and reads the address under both its names', async () => {
    const group = await create({ name: 'Harbour', address: [{ value: 'Quay 1' }] }, mona, 'groups');
    expect(group).toMatchObject({
      group_status: { key: 'active' },
      group_type: { key: 'pre-group' },
      assigned_to: { id: '3' },
      address: [{ value: 'Quay 1' }],
    });
    expect(group['address']).toEqual(group['contact_address']);
  });

  test('prefers name to title, takes media for access, and shares with who is assigned', async () => {
    const contact = await create({ name: 'Name', title: 'Title', type: 'media', assigned_to: 'user-4' });
    expect(contact).toMatchObject({ name: 'Name', type: { key: 'access' }, assigned_to: { id: '4' } });
    expect(await get(contact.ID, otto)).toMatchObject({ ID: contact.ID });
  });

  test('answers only the id to who may create and not view', async () => {
    const link: Actor = { ...userActor(0, 'Web form', ['create_contacts']), kind: 'site_link' };
    const answer = await create({ name: 'From the form' }, link);
    expect(answer).toEqual({ ID: answer.ID });
    const record = await stored(documents, answer.ID);
    expect(record).toMatchObject({ authorId: 0, sharedWith: [] });
    expect(record.fields).toMatchObject({ overall_status: 'new' });
    const { activity } = await activityOf(answer.ID, dina);
    expect(activity.map((item) => item.object_note)).toContain('Created with site link: Web form');
  });

  test.each<[string, Fields, Fields]>([
    ['no name', { nickname: 'x' }, { code: 'create_post', status: 400, message: 'title needed' }],
    [
      'an empty name',
      { name: ' ' },
      { code: 'create_post', status: 400, message: 'Name/Title field can not be empty' },
    ],
    [
      'unknown fields',
      { name: 'x', foo: 1, bar: 2 },
      {
        code: 'create_post',
        message: 'One or more fields do not exist',
        data: { bad_fields: ['foo', 'bar'] },
      },
    ],
    ['the user it stands for', { name: 'x', corresponds_to_user: 5 }, { code: 'create_post', status: 403 }],
    ['an operator', { name: { $gt: '' } }, { code: 'create_post', status: 400 }],
    [
      'several bad values',
      { name: 'x', gender: 5, age: 'old', contact_phone: 'no' },
      {
        code: 'create_post',
        status: 400,
        message: 'key_select value must in string format: gender, received 5',
        data: {
          field: 'gender',
          errors: [
            { field: 'age', code: 'create_post', message: expect.stringContaining('age, received old') },
            { field: 'contact_phone', code: 'update_post_contact_methods', message: expect.any(String) },
          ],
        },
      },
    ],
  ])('refuses %s and leaves no trace', async (_name, fields, error) => {
    const records = await documents.countDocuments();
    const events = (await readEvents(bed.bed.bus, 'svc.events.record.>')).length;
    await expect(create(fields)).rejects.toMatchObject(error);
    expect(await documents.countDocuments()).toBe(records);
    expect(await readEvents(bed.bed.bus, 'svc.events.record.>')).toHaveLength(events);
  });

  test('asks for the capability and for a post type that exists', async () => {
    const stranger = userActor(9, 'Nobody', ['access_contacts']);
    await expect(create({ name: 'x' }, stranger)).rejects.toMatchObject({ code: 'create_post', status: 403 });
    await expect(create({ name: 'x' }, mona, 'planets')).rejects.toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { post_type: 'planets is not a valid post type' } },
    });
  });
});

describe('updating', () => {
  test('changes what is sent, tells it in the history and as one event with the changed fields', async () => {
    const { ID: id } = await create({
      name: 'Before',
      contact_phone: [{ value: '1', key: 'contact_phone_a' }],
    });
    const after = await update(id, {
      title: 'After',
      overall_status: 'paused',
      tags: { values: [{ value: 'new' }] },
      contact_phone: [{ key: 'contact_phone_a', value: '2' }],
      requires_update: true,
    });
    expect(after).toMatchObject({
      name: 'After',
      overall_status: { key: 'paused' },
      tags: ['new'],
      requires_update: true,
    });
    const { activity } = await activityOf(id);
    const notes = activity.map((item) => item.object_note);
    expect(notes).toEqual(
      expect.arrayContaining([
        'Name changed to After',
        'Contact Status: Paused',
        'new added to Tags',
        'Updated Phone from 1 to 2',
        'Requires Update: Yes',
      ]),
    );
    const [, event] = await bed.eventsOf(id, 2);
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

  test('says nothing in the history when values stay as they are', async () => {
    const { ID: id } = await create({ name: 'Same', nickname: 'n', gender: 'male' });
    const before = (await activityOf(id)).total;
    await update(id, { name: 'Same', nickname: 'n', gender: 'male', assigned_to: 3 });
    expect((await activityOf(id)).total).toBe(before);
  });

  test('shows one item of the history with all it was stored with', async () => {
    const { ID: id } = await create({ name: 'One', age: '<26' });
    const { activity } = await activityOf(id);
    const item = activity.find((row) => row.meta_key === 'age');
    const single = await bed.ask(
      recordsActivityItem,
      { post_type: 'contacts', id, activity_id: Number(item?.histid) },
      mona,
    );
    expect(single).toMatchObject({
      ...item,
      object_note: 'Age: 18-25 years old',
      action: 'field_update',
      object_type: 'contacts',
      object_subtype: 'age',
      object_id: String(id),
      meta_value: '<26',
      old_value: '',
      user_id: '3',
    });
    const other = await bed.ask(
      recordsActivityItem,
      { post_type: 'contacts', id, activity_id: 9_999_999 },
      mona,
    );
    expect(other).toEqual([]);
  });

  test('keeps what all of many writers wrote at the same time, one version each', async () => {
    const { ID: id } = await create({ name: 'Busy' });
    const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
    await Promise.all(tags.map((tag) => update(id, { tags: { values: [{ value: tag }] } })));
    expect([...((await get(id))['tags'] as string[])].sort()).toEqual([...tags].sort());
    const events = await bed.eventsOf(id, 31);
    const versions = events.map(({ data }) => (data['record'] as { version: number }).version);
    expect(versions.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 31 }, (_, index) => index + 1),
    );
  });

  test('refuses who may not, and every bad value, without a trace', async () => {
    const { ID: id } = await create({ name: 'Guarded', assigned_to: 3 });
    const refusals: [Fields, Actor, Fields][] = [
      [{ nickname: 'x' }, otto, { code: 'update_post', status: 403 }],
      [{ name: '' }, mona, { message: 'Name/Title field can not be empty' }],
      [{ nickname: 'x', unknown: 1 }, mona, { data: { bad_fields: ['unknown'] } }],
      [{ nickname: 'x', baptism_date: '2020-02-30' }, mona, { data: { field: 'baptism_date' } }],
      [{ nickname: 'x', assigned_to: 1000 }, mona, { code: 'update_post_user_select', status: 400 }],
      [{ milestones: { values: [{ value: 'flying' }] } }, mona, { code: 'update_multi_select_fields' }],
      [{ corresponds_to_user: 3 }, mona, { code: 'update_post', status: 403 }],
      [
        { ID: 7, sharedWith: [1], post_author: 1 },
        mona,
        { data: { bad_fields: ['ID', 'sharedWith', 'post_author'] } },
      ],
    ];
    for (const [fields, caller, error] of refusals)
      await expectRefused(id, () => update(id, fields, caller), error);
  });

  test('gives the same answer for a missing record, one of another type, and a forbidden one', async () => {
    const { ID: id } = await create({ name: 'Mine' });
    const { ID: group } = await create({ name: 'Group' }, mona, 'groups');
    const messageFor = async (wanted: number) => {
      const error = (await get(wanted, otto).catch((refused: unknown) => refused)) as Error;
      return error.message.replace(String(wanted), 'N');
    };
    expect(new Set([await messageFor(id), await messageFor(9_999_999), await messageFor(group)])).toEqual(
      new Set(["Sorry, you don't have permission to view the contact with id N."]),
    );
  });
});

describe('repeating', () => {
  test('a write with the same key happens once, also at the same time on two instances', async () => {
    const input = { post_type: 'contacts', fields: { name: 'Only once' }, silent: false };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => bed.ask(recordsCreate, input, mona, 'key-1')),
    );
    expect(new Set(answers.map((answer) => answer.ID)).size).toBe(1);
    expect(await documents.countDocuments({ name: 'Only once' })).toBe(1);
    await bed.eventsOf(answers[0]?.ID ?? 0, 1);
  });

  test('the same key for another request is refused, and another caller has keys of his own', async () => {
    const input = (name: string) => ({ post_type: 'contacts', fields: { name }, silent: false });
    const first = await bed.ask(recordsCreate, input('Keyed'), mona, 'key-2');
    await expect(bed.ask(recordsCreate, input('Other'), mona, 'key-2')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    const others = await bed.ask(recordsCreate, input('Keyed'), otto, 'key-2');
    expect(others.ID).not.toBe(first.ID);
    expect(await documents.countDocuments({ name: 'Other' })).toBe(0);
  });
});

describe('deleting', () => {
  test('removes the record with its history, and asks comments to do the same', async () => {
    const purged = await commandsFor(bed.bed, purgeComments, { deleted: 0 });
    const { ID: id } = await create({ name: 'To go' });
    expect(await bed.ask(recordsDelete, { post_type: 'contacts', id }, mona)).toBe(true);
    expect(await documents.findById(id)).toBeNull();
    expect((await bed.eventsOf(id, 2)).map((event) => event.type)).toEqual([
      'svc.record.created',
      'svc.record.deleted',
    ]);
    await until(5_000, () => expect(purged.inputs).toContainEqual({ post_type: 'contacts', record_id: id }));
    await purged.stop();
  });

  test('is for the author and for who may delete any record; the latter may do it twice', async () => {
    const purged = await commandsFor(bed.bed, purgeComments, { deleted: 0 });
    const { ID: id } = await create({ name: 'Shared', assigned_to: 4 });
    const remover = userActor(8, 'Remover', ['delete_any_contacts']);
    const remove = (caller: Actor) => bed.ask(recordsDelete, { post_type: 'contacts', id }, caller);
    await expectRefused(id, () => remove(otto), { code: 'delete_post', status: 403 });
    await expectRefused(id, () => remove(multiplier(7)), { code: 'delete_post', status: 403 });
    expect(await remove(remover)).toBe(true);
    expect(await remove(remover)).toBe(true);
    await bed.eventsOf(id, 2);
    await purged.stop();
  });
});

describe('reading for others', () => {
  test('settings go to who may access or create the type', async () => {
    const settings = await bed.ask(recordsSettings, { post_type: 'contacts' }, mona);
    expect(settings).toMatchObject({
      post_type: 'contacts',
      label_singular: 'Contact',
      label_plural: 'Contacts',
      status_field: { status_key: 'overall_status', archived_key: 'closed' },
      channels: { phone: { label: 'Phone', type: 'communication_channel' } },
      connection_types: [],
    });
    expect(Object.keys(settings.tiles)).toEqual(['status', 'details', 'faith', 'followup', 'other']);
    const nobody = userActor(9, 'Nobody');
    await expect(bed.ask(recordsSettings, { post_type: 'contacts' }, nobody)).rejects.toMatchObject({
      code: 'get_post_settings',
      message: 'No permissions to read contacts',
    });
  });

  test('a list shows what is shared with the caller, and more to who may see more', async () => {
    const alone = multiplier(30);
    const { ID: first } = await create({ name: 'b first' }, alone);
    const { ID: second } = await create({ name: 'A second', overall_status: 'closed' }, alone);
    const { ID: hidden } = await create({ name: 'private', type: 'personal' }, alone);
    const list = async (query: Fields, caller: Actor = alone) => {
      const page = await bed.ask(recordsList, { post_type: 'contacts', query }, caller);
      return { ids: page.posts.map((post) => post.ID), total: page.total };
    };
    expect(await list({ sort: 'name' })).toEqual({ ids: [second, first, hidden], total: 3 });
    expect(await list({ sort: 'post_date', limit: '1', offset: '1' })).toEqual({ ids: [second], total: 3 });
    expect(await list({ overall_status: ['-closed'], type: ['access'] })).toEqual({ ids: [first], total: 1 });
    expect(await list({ limit: 0 })).toEqual({ ids: [], total: 3 });
    const all = await list({ limit: 1000 }, dina);
    expect(all.ids).toEqual(expect.arrayContaining([first, second]));
    expect(all.ids).not.toContain(hidden);
    expect((await list({}, multiplier(31))).total).toBe(0);
    await expect(list({ nonsense: 1 })).rejects.toMatchObject({
      code: 'fields_to_sql',
      data: { key: 'nonsense' },
    });
    await expect(list({ overall_status: { $ne: 'x' } })).rejects.toMatchObject({ code: 'fields_to_sql' });
    await expect(list({}, userActor(9, 'Nobody'))).rejects.toMatchObject({
      code: 'search_viewable_post',
      status: 403,
    });
  });

  test('authorize, viewable and collaborators agree with what the caller can get', async () => {
    const { ID: id } = await create({ name: 'Asked about', assigned_to: 4 });
    const ask = (caller: Actor, action: 'view' | 'update') =>
      bed.ask(recordsAuthorize, { post_type: 'contacts', id, action }, caller);
    expect(await ask(otto, 'update')).toEqual({ allowed: true });
    expect(await ask(multiplier(40), 'view')).toEqual({ allowed: false });
    const ids = [id, 9_999_999];
    expect((await bed.ask(recordsViewable, { ids }, otto)).records).toMatchObject([
      { id, name: 'Asked about', status: 'active', status_option: { label: 'Active' } },
    ]);
    expect((await bed.ask(recordsViewable, { ids }, multiplier(40))).records).toEqual([]);
    expect((await bed.ask(recordsCollaborators, {}, otto)).user_ids).toEqual(expect.arrayContaining([3, 4]));
    expect((await bed.ask(recordsCollaborators, {}, multiplier(40))).user_ids).toEqual([]);
  });

  test('search documents carry texts and who may see them, for services alone', async () => {
    const { ID: id } = await create({
      name: 'Indexed',
      nickname: 'nick',
      contact_email: [{ value: 'a@b.c' }],
    });
    const { documents: found } = await bed.ask(recordsSearchDocuments, { ids: [id] }, systemActor('search'));
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
    await expect(bed.ask(recordsSearchDocuments, { ids: [id] }, mona)).rejects.toMatchObject({
      code: 'not_trusted',
    });
  });

  test('a user’s contact is made once, however often it is asked for', async () => {
    const input = { user_id: 50, display_name: 'Fifty', email: 'fifty@example.test' };
    const first = await bed.bed.command(createUserContact, input, 'users');
    expect(await bed.bed.command(createUserContact, input, 'users')).toEqual(first);
    expect(await get(first.id, systemActor('test'))).toMatchObject({
      name: 'Fifty',
      type: { key: 'user' },
      corresponds_to_user: 50,
      contact_email: [{ value: 'fifty@example.test' }],
    });
  });
});
