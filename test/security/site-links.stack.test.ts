import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { uploadPicture } from '../api/matrix/record-rows.ts';
import { api, done, make, type Answer, type Api } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../support/site-link.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { WriteWatch } from '../support/write-watch.ts';

const contacts = 'svc-posts/v2/contacts';
const groups = 'svc-posts/v2/groups';

let world: World;
let writes: WriteWatch;
/** A user whose records are attacked, and one who is to gain access to them. */
let victor: TestUser;
let mallory: TestUser;
let victim: Api;

beforeAll(async () => {
  world = await worldInCommon();
  writes = await WriteWatch.open(world);
  victor = await world.createUser({ role: 'dispatcher', displayName: 'Victor' });
  mallory = await world.createUser({ role: 'multiplier', displayName: 'Mallory' });
  victim = api(world, victor.token);
});

afterAll(async () => {
  await writes?.close();
});

async function linked(type: string): Promise<Api> {
  const sites = { site1: 'records.example.org', site2: `${randomUUID()}.example.org` };
  return overHttps(world, transferTokenOf(await createLink(world, { type, label: 'Attacker', ...sites })));
}

const updatingLinks = ['create_update_contacts', 'all_permissions'] as const;

const sharesOf = async (path: string) => (await done(victim.get<unknown[]>(`${path}/shares`))).length;

function expectRefused({ status, body }: Answer<unknown>, code: string, refused = 403): void {
  expect({ status, body }).toMatchObject({ status: refused, body: { code } });
}

describe.each(updatingLinks)('a link of the type %s', (type) => {
  let link: Api;
  let id: number;
  let other: number;
  let picture: string;
  const path = () => `${contacts}/${id}`;

  beforeAll(async () => {
    link = await linked(type);
  });

  beforeEach(async () => {
    id = await make(victim, contacts, { name: 'Victim', type: 'access', assigned_to: victor.id });
    other = await make(victim, contacts, { name: 'Other', type: 'access' });
    picture = String((await uploadPicture(victim, path(), 'record_picture')).body['uploaded_key']);
    await writes.takeAll();
  });

  test.each<[string, string, () => Promise<Answer<unknown>>]>([
    ['share a record', 'add_shared', () => link.post(`${path()}/shares`, { json: { user_id: mallory.id } })],
    ['end a share', 'remove_shared', () => link.delete(`${path()}/shares`, { json: { user_id: victor.id } })],
    ['accept a contact', 'accept_contact', () => link.post(`${path()}/accept`, { json: { accept: true } })],
    ['decline a contact', 'accept_contact', () => link.post(`${path()}/accept`, { json: { accept: false } })],
    [
      'merge records',
      'update_post',
      () =>
        link.post(`${contacts}/merge`, {
          json: { primary_post_id: other, archiving_post_id: id, values: {} },
        }),
    ],
    [
      'delete a file',
      'rest_forbidden',
      () =>
        link.post(`${path()}/storage_delete_single`, {
          json: { meta_key: 'record_picture', file_key: picture },
        }),
    ],
    [
      'delete all files of a field',
      'rest_forbidden',
      () => link.post(`${path()}/storage_delete`, { json: { meta_key: 'record_picture' } }),
    ],
    ['replace a picture', 'rest_forbidden', () => uploadPicture(link, path(), 'record_picture')],
  ])('cannot %s', async (_what, code, send) => {
    const before = await done(victim.get(path()));
    expectRefused(await send(), code);
    expect(await done(victim.get(path()))).toEqual(before);
    expect(
      (await writes.takeAll()).filter((write) => !/uploads|upload_chunks|objects|files/.test(write)),
    ).toEqual([]);
  });

  test.each<[string, () => object]>([
    ['the assignee', () => ({ assigned_to: mallory.id })],
    ['the assignee, to nobody', () => ({ assigned_to: '' })],
    ['the followers', () => ({ follow: { values: [{ value: mallory.id }] } })],
    ['the users who do not follow', () => ({ unfollow: { values: [{ value: victor.id }] } })],
    ['the type', () => ({ type: 'personal' })],
    ['the sources', () => ({ sources: { values: [{ value: 'web' }] } })],
    ['the user whom the contact represents', () => ({ corresponds_to_user: mallory.id })],
  ])('cannot change %s, by an update or in a batch', async (_what, fields) => {
    const json = { nickname: 'Attacked', ...fields() };
    expectRefused(await link.post(path(), { json }), 'update_post');
    const item = { ID: id, fields: json };
    const { body } = await link.post<{ results: { status: number }[] }>(`${contacts}/batch`, {
      json: { items: [item] },
    });
    expect(body.results).toMatchObject([{ status: 403 }]);
    expect(await writes.takeAll()).toEqual([]);
  });

  test('does not share a record by mentioning a user, in a comment or in a note', async () => {
    const before = await sharesOf(path());
    const comment = `@[Mallory](${mallory.id}) look`;
    await done(link.post(`${path()}/comments`, { json: { comment } }));
    await done(link.post(path(), { json: { nickname: 'Noted', notes: [comment] } }));
    await world.settled();
    expect(await sharesOf(path())).toBe(before);
    expect((await api(world, mallory.token).get(path())).status).toBe(403);
  });

  test('does not share a record by connecting it to a contact of somebody else', async () => {
    const before = await sharesOf(path());
    const values = { values: [{ value: mallory.contactId }] };
    for (const key of ['subassigned', 'coached_by']) await link.post(path(), { json: { [key]: values } });
    await world.settled();
    expect(await sharesOf(path())).toBe(before);
  });

  test('that creates a duplicate leaves the access to it as it was', async () => {
    const phone = `+1 ${randomUUID()}`;
    const json = { name: 'Twin', type: 'access', assigned_to: victor.id, contact_phone: [{ value: phone }] };
    const twin = `${contacts}/${await make(victim, contacts, json)}`;
    const before = await done(victim.get(twin));
    const changed = { assigned_to: mallory.id, type: 'personal', sources: { values: [{ value: 'web' }] } };
    const sent = { name: 'Twin', nickname: 'New', contact_phone: [{ value: phone }], ...changed };
    const query = { check_for_duplicates: 'contact_phone' };
    expect(await done(link.post(contacts, { json: sent, query }))).toMatchObject({ ID: before['ID'] });
    const after = await done(victim.get(twin));
    expect(after).toMatchObject({ nickname: 'New' });
    for (const key of ['assigned_to', 'type', 'sources']) expect(after[key]).toEqual(before[key]);
    expect(await sharesOf(twin)).toBe(1);
  });
});

test('a link cannot share a group with the assignee of a contact', async () => {
  const link = await linked('create_update_groups');
  const group = await make(victim, groups, { name: 'Group' });
  const contact = await make(api(world, mallory.token), contacts, { name: 'Own', type: 'access' });
  await world.settled();
  const before = await sharesOf(`${groups}/${group}`);
  await link.post(`${groups}/${group}`, { json: { members: { values: [{ value: contact }] } } });
  const all = await linked('all_permissions');
  for (const [key, value] of [
    ['members', contact],
    ['coaches', mallory.contactId],
  ])
    await done(all.post(`${groups}/${group}`, { json: { [`${key}`]: { values: [{ value }] } } }));
  await world.settled();
  expect(await sharesOf(`${groups}/${group}`)).toBe(before);
});

test('a link with all permissions creates and changes no account and no link', async () => {
  const link = await linked('all_permissions');
  const email = `${randomUUID()}@example.test`;
  const created = { 'user-email': email, 'user-display': 'Made', 'user-roles': ['dispatcher'] };
  const query = { user: mallory.id };
  const form = { label: 'A form', type: 'create_contacts', site1: 'a.example.org', site2: 'b.example.org' };
  const own = await createLink(world, { site2: `${randomUUID()}.example.org` });
  await world.settled();
  await writes.takeAll();
  for (const [code, answer] of [
    ['no_permissions', await link.post('svc/v1/users/create', { json: created })],
    [
      'no_permissions',
      await link.post('user-management/v1/user', { query, json: { save_roles: ['dispatcher'] } }),
    ],
    [
      'no_permissions',
      await link.post('user-management/v1/user', { query, json: { allowed_sources: ['all'] } }),
    ],
    ['no_permissions', await link.post('user-management/v1/user', { query, json: { disabled: true } })],
    ['no_permissions', await link.delete('user-management/v1/user', { query })],
    [
      'no_permissions',
      await link.post('user-management/v1/send_pwd_reset_email', { json: { userId: mallory.id } }),
    ],
    ['rest_forbidden', await link.post('svc-core/v1/site-links', { json: form })],
    ['rest_forbidden', await link.post(`svc-core/v1/site-links/${own.id}/rotate`)],
    ['rest_forbidden', await link.delete(`svc-core/v1/site-links/${own.id}`)],
  ] as const)
    expectRefused(answer, code, code === 'no_permissions' ? answer.status : 403);
  expect(await writes.takeAll()).toEqual([]);
});

describe('a transfer', () => {
  const history = [{ comment_content: 'Forged', user_id: '1', comment_date_gmt: '2020-01-01 00:00:00' }];
  const sent = () => ({
    contact_data: {
      post: { ID: 7, post_title: 'Forged', guid: 'x', post_date_gmt: '2020-01-01 00:00:00' },
      postmeta: { nickname: ['F'] },
      comments: history,
      transfer_foreign_key: randomUUID(),
    },
  });
  const receive = (by: Api, path = 'contacts/receive-transfer') =>
    by.post(`svc-posts/v2/${path}`, { json: sent() });
  const code = 'Disciple_Tools_Contacts_Transfer::receive_transfer_endpoint';

  test.each(['multiplier', 'dispatcher', 'administrator'])('is not received from a %s', async (role) => {
    const by = api(world, (await world.createUser({ role })).token);
    await writes.takeAll();
    for (const path of ['contacts/receive-transfer', 'contact/receive-transfer'])
      expectRefused(await receive(by, path), code);
    expect(await writes.takeAll()).toEqual([]);
  });

  test.each(['create_contacts', 'create_update_contacts', 'contact_sending', 'all_permissions'])(
    'is not received over a link of the type %s',
    async (type) => {
      const link = await linked(type);
      await writes.takeAll();
      expectRefused(await receive(link), code);
      const comments = { post_id: 1, transfer_foreign_key: 'f'.repeat(64), comments: history };
      const answer = await link.post(`${contacts}/receive-transfer/comments`, { json: comments });
      expectRefused(answer, 'Disciple_Tools_Contacts_Transfer::receive_transfer_comments_endpoint');
      expect(await writes.takeAll()).toEqual([]);
    },
  );

  test.each(['contact_sharing', 'contact_receiving'])(
    'is received over a link of the type %s',
    async (type) => {
      const { status, body } = await receive(await linked(type));
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'OK' } });
    },
  );
});

test('a request for access contains no text of its sender', async () => {
  const text = 'Call +1 555 now https://evil.example';
  const sender = await world.createUser({ role: 'multiplier', displayName: text });
  const id = await make(victim, contacts, { name: 'Closed', type: 'access' });
  const path = `${contacts}/${id}`;
  const json = { comment: text, message: text, text };
  await done(api(world, sender.token).post(`${path}/request_record_access`, { json }));
  await world.settled();
  const { comments } = await done(
    victim.get<{ comments: { comment_content: string; comment_type: string }[] }>(`${path}/comments`),
  );
  const asked = comments.filter(({ comment_type: type }) => type === 'access_request');
  expect(asked.map(({ comment_content: content }) => content)).toEqual([
    `@[Victor](${victor.id}) The author of this comment requests access to this record.`,
  ]);
});

describe('before a deletion by a user who does not see personal contacts', () => {
  let admin: Api;
  const personal = { name: 'Secret of Victor', type: 'personal' };

  beforeAll(async () => {
    admin = api(world, (await world.createUser({ role: 'dt_admin' })).token);
  });

  const refusal = (count: number) => ({
    status: 409,
    body: { code: 'confirmation_required', data: { status: 409, personal_contacts: count } },
  });

  test('a record states the number of personal contacts connected to it, and not their content', async () => {
    const id = await make(victim, contacts, { name: 'Connected', type: 'access' });
    const path = `${contacts}/${id}`;
    for (const key of ['relation', 'relation', 'baptized_by'])
      await make(victim, contacts, { ...personal, [key]: { values: [{ value: id }] } });
    await writes.takeAll();
    const answer = await admin.delete(path);
    expect(answer).toMatchObject(refusal(3));
    expect(answer.text).not.toContain('Secret');
    expect((await admin.delete(path, { query: { confirm: 'false' } })).status).toBe(409);
    expect((await admin.get(path)).status).toBe(200);
    expect(await writes.takeAll()).toEqual([]);
    expect(await admin.delete(path, { query: { confirm: 'true' } })).toMatchObject({
      status: 200,
      body: true,
    });
  });

  test('a record whose connected contacts the caller may view is deleted at once', async () => {
    const id = await make(victim, contacts, { name: 'Connected', type: 'access' });
    await make(victim, contacts, { name: 'Open', type: 'access', relation: { values: [{ value: id }] } });
    expect(await admin.delete(`${contacts}/${id}`)).toMatchObject({ status: 200, body: true });
    const own = await make(victim, contacts, { name: 'Connected', type: 'access' });
    await make(victim, contacts, { ...personal, relation: { values: [{ value: own }] } });
    expect(await victim.delete(`${contacts}/${own}`)).toMatchObject({ status: 200, body: true });
  });

  test('a user states the number of their personal contacts, and not their content', async () => {
    const leaver = await world.createUser({ role: 'multiplier' });
    for (const name of ['Secret one', 'Secret two'])
      await make(api(world, leaver.token), contacts, { ...personal, name });
    await writes.takeAll();
    const query = { user: leaver.id };
    const path = 'user-management/v1/user';
    const answer = await admin.delete(path, { query });
    expect(answer).toMatchObject(refusal(2));
    expect(answer.text).not.toContain('Secret');
    const disabling = await admin.post(path, { query, json: { disabled: true } });
    expect(disabling).toMatchObject(refusal(2));
    expect(await writes.takeAll()).toEqual([]);
    const confirmed = await admin.delete(path, { query: { ...query, confirm: '1' } });
    expect(confirmed).toMatchObject({ status: 200, body: true });
  });
});
