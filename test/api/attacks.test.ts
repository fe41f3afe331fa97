import { beforeAll, describe, expect, test } from '@jest/globals';
import { api, type Answer, type Api, type Sending } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

let world: World;
/** Who attacks, and whose things are attacked; both are multipliers. */
let mallory: TestUser;
let victor: TestUser;
let attack: Api;
let victim: Api;
/** Victor's own, and one that both share. */
let closed: number;
let common: number;

const contacts = 'svc-posts/v2/contacts';
const groups = 'svc-posts/v2/groups';

beforeAll(async () => {
  world = await worldInCommon();
  mallory = await world.createUser({ role: 'multiplier', displayName: 'Mallory' });
  victor = await world.createUser({ role: 'multiplier', displayName: 'Victor' });
  attack = api(world, mallory.token);
  victim = api(world, victor.token);
  closed = await make(victim, contacts, { name: 'Closed', nickname: 'as it was' });
  common = await make(victim, contacts, { name: 'Common' });
  await done(victim.post(`${contacts}/${common}/shares`, { json: { user_id: mallory.id } }));
});

async function done<Body>(asked: Promise<Answer<Body>>): Promise<Body> {
  const { status, body, text } = await asked;
  if (status !== 200) throw new Error(`it was refused: ${status} ${text}`);
  return body;
}

async function make(by: Api, path: string, json: object): Promise<number> {
  return Number((await done(by.post(path, { json })))['ID']);
}

const expectRefused = async (asked: Promise<Answer>, status: number, code?: string): Promise<void> => {
  const { status: answered, body } = await asked;
  expect({ status: answered, body }).toMatchObject({
    status,
    body: { ...(code ? { code } : {}), data: { status } },
  });
};

describe('what belongs to somebody else', () => {
  let comment: string;

  beforeAll(async () => {
    const said = await done(victim.post(`${contacts}/${common}/comments`, { json: { comment: 'Mine' } }));
    comment = String(said['comment_ID']);
  });

  const said = async () => {
    const { comments } = await done(victim.get(`${contacts}/${common}/comments`));
    return (comments as { comment_ID: string; comment_content: string }[]).find(
      ({ comment_ID: id }) => id === comment,
    )?.comment_content;
  };

  test('comments cannot be changed or deleted, not even on a record that both may write to', async () => {
    const path = `${contacts}/${common}/comments/${comment}`;
    await expectRefused(attack.post(path, { json: { comment: 'Changed' } }), 403, 'update_post_comment');
    await expectRefused(attack.delete(path), 403, 'delete_post_comment');
    expect(await said()).toBe('Mine');
  });

  test('comments cannot be reached through a record of one’s own', async () => {
    const own = await make(attack, contacts, { name: 'Own' });
    const group = await make(attack, groups, { name: 'Own' });
    const of = await done(victim.post(`${contacts}/${closed}/comments`, { json: { comment: 'Closed' } }));
    const unseen = String(of['comment_ID']);
    for (const path of [`${contacts}/${own}`, `${groups}/${group}`, `${contacts}/${common}`]) {
      const at = `${path}/comments/${unseen}`;
      await expectRefused(attack.post(at, { json: { comment: 'Changed' } }), 403, 'update_post_comment');
      await expectRefused(attack.delete(at), 403, 'delete_post_comment');
      const json = { reaction: 'reaction_heart' };
      await expectRefused(attack.post(`${at}/react`, { json }), 403, 'toggle_post_comment_reaction');
    }
    const { comments } = await done(victim.get(`${contacts}/${closed}/comments`));
    expect(comments).toMatchObject([{ comment_content: 'Closed', comment_reactions: [] }]);
  });

  test('reactions can neither be given in another’s name nor taken from them', async () => {
    const path = `${contacts}/${common}/comments/${comment}`;
    const of = async (by: Api, json: object) => done(by.post<unknown>(`${path}/react`, { json }));
    await of(victim, { reaction: 'reaction_heart' });
    await of(attack, { reaction: 'reaction_heart', user_id: victor.id });
    await of(attack, { reaction: 'reaction_sad', user_id: victor.id });
    await of(attack, { reaction: 'reaction_heart', user_id: victor.id });
    for (const reaction of ['comment_author', 'user_id', '$set', 'meta.reaction_heart', '__proto__'])
      await expectRefused(
        attack.post(`${path}/react`, { json: { reaction } }),
        400,
        'toggle_post_comment_reaction',
      );
    const { comments } = await done(victim.get(`${contacts}/${common}/comments`));
    expect(comments).toMatchObject([
      {
        comment_reactions: {
          reaction_heart: [{ user_id: String(victor.id) }],
          reaction_sad: [{ user_id: String(mallory.id) }],
        },
      },
    ]);
  });

  test('comments of one’s own cannot be given another author, record or reaction', async () => {
    const forged = { comment_author: 'Victor', comment_ID: comment, comment_post_ID: closed };
    const json = {
      comment: 'Forged',
      user_id: victor.id,
      ...forged,
      meta: { reaction_heart: [String(victor.id)] },
      origin: { ip: '1.2.3.4', user_agent: 'forged' },
    };
    const own = await make(attack, contacts, { name: 'Own' });
    const { comment_ID: id } = await done(attack.post(`${contacts}/${own}/comments`, { json }));
    await done(attack.post(`${contacts}/${own}/comments/${String(id)}`, { json }));
    const { comments } = await done(attack.get(`${contacts}/${own}/comments`));
    const mine = { comment_author: 'Mallory', user_id: String(mallory.id) };
    expect(comments).toMatchObject([
      { ...mine, comment_ID: id, comment_post_ID: String(own), comment_reactions: [], comment_meta: [] },
    ]);
    expect(await said()).toBe('Mine');
  });

  test('records cannot be shared with oneself, or taken from their users', async () => {
    const path = `${contacts}/${closed}/shares`;
    await expectRefused(attack.get(path), 403, 'no_permission');
    await expectRefused(attack.post(path, { json: { user_id: mallory.id } }), 403, 'add_shared');
    await expectRefused(attack.delete(path, { json: { user_id: victor.id } }), 403, 'remove_shared');
    const shares = await done(victim.get<{ user_id: string }[]>(path));
    expect(shares.map(({ user_id: id }) => id)).toEqual([String(victor.id)]);
  });

  test('records do not become one’s own by assigning them, following them or connecting them', async () => {
    for (const json of [
      { assigned_to: mallory.id },
      { follow: { values: [{ value: mallory.id }] } },
      { subassigned: { values: [{ value: mallory.contactId }] } },
    ])
      await expectRefused(attack.post(`${contacts}/${closed}`, { json }), 403, 'update_post');
    await expectRefused(attack.get(`${contacts}/${closed}`), 403, 'get_post');
  });

  test('private values are neither shown, found, counted nor sorted by', async () => {
    const json = {
      favorite: true,
      tasks: { values: [{ value: { note: 'secret errand' }, date: '2030-01-01' }] },
    };
    await done(victim.post(`${contacts}/${common}`, { json }));
    const seen = await attack.get(`${contacts}/${common}`);
    expect(seen.text).not.toContain('secret errand');
    expect(seen.body['favorite']).not.toBe(true);
    const listed = await done(attack.get(contacts, { query: { favorite: ['1'] } }));
    expect(listed['total']).toBe(0);
    const split = await done(attack.post(`${contacts}/split_by`, { json: { field_id: 'favorite' } }));
    expect(JSON.stringify(split)).not.toContain('"value":"1"');
    const { text } = await attack.get(`${contacts}/${common}/activity`);
    expect(text).not.toMatch(/secret errand|favorite/);
  });

  test('reminders cannot be deleted or completed', async () => {
    const path = `${contacts}/${common}`;
    const json = { tasks: { values: [{ value: { note: 'call back' }, date: '2030-01-01' }] } };
    const before = (await done(victim.post(path, { json })))['tasks'] as { id: string }[];
    const id = before.at(-1)?.id;
    for (const value of [
      { id, delete: true },
      { id, value: { status: 'task_complete' } },
    ])
      await attack.post(path, { json: { tasks: { values: [value] } } });
    expect((await done(victim.get(path)))['tasks']).toEqual(before);
  });

  test('saved filters cannot be replaced or deleted', async () => {
    const filter = { ID: 'mine', name: 'Mine', query: { name: ['a'] } };
    await done(victim.post('svc/v1/users/save_filters', { json: { post_type: 'contacts', filter } }));
    const other = { ...filter, name: 'Taken', query: {} };
    await attack.post('svc/v1/users/save_filters', { json: { post_type: 'contacts', filter: other } });
    await attack.delete('svc/v1/users/save_filters', { query: { id: 'mine', post_type: 'contacts' } });
    const { text } = await victim.get('svc/v1/users/get_filters', { query: { post_type: 'contacts' } });
    expect(text).toContain('"name":"Mine"');
    expect(text).not.toContain('Taken');
  });

  test('settings of users cannot be changed, whichever way the user is named', async () => {
    for (const json of [
      { ID: victor.id, update_display_name: 'Mallory too' },
      { user_id: victor.id, description: 'changed' },
      { user: victor.id, locale: 'fr_FR' },
    ])
      await attack.post('svc/v1/user/update', { json, query: { user: victor.id, user_id: victor.id } });
    const my = await done(victim.get('svc/v1/user/my'));
    expect(my).toMatchObject({ ID: victor.id, display_name: 'Victor', locale: 'en_US' });
  });
});

describe('a record under the path of another type', () => {
  test.each<[string, (path: string) => Promise<Answer>]>([
    ['is not shown', (path) => attack.get(path)],
    ['is not changed', (path) => attack.post(path, { json: { name: 'Changed' } })],
    ['is not deleted', (path) => attack.delete(path)],
    ['has no comments', (path) => attack.get(`${path}/comments`)],
    ['gets no comments', (path) => attack.post(`${path}/comments`, { json: { comment: 'x' } })],
    ['has no history', (path) => attack.get(`${path}/activity`)],
    ['has no shares', (path) => attack.get(`${path}/shares`)],
    ['is not shared', (path) => attack.post(`${path}/shares`, { json: { user_id: victor.id } })],
    ['is not accepted', (path) => attack.post(`${path}/accept`, { json: { accept: true } })],
  ])('%s', async (_what, send) => {
    const id = await make(attack, groups, { name: 'Group' });
    await expectRefused(send(`${contacts}/${id}`), 403);
    expect(await done(attack.get(`${groups}/${id}`))).toMatchObject({ name: 'Group' });
  });

  test('cannot be connected as if it were of that type', async () => {
    const group = await make(attack, groups, { name: 'Group' });
    const contact = await make(attack, contacts, { name: 'Contact' });
    const json = { baptized_by: { values: [{ value: group }] } };
    await expectRefused(attack.post(`${contacts}/${contact}`, { json }), 400);
  });
});

describe('what no client may set', () => {
  const keys: readonly (readonly [string, unknown])[] = [
    ['post_author', 1],
    ['authorId', 1],
    ['sharedWith', [1]],
    ['shared_with', [1]],
    ['followers', [1]],
    ['roles', ['administrator']],
    ['capabilities', ['manage_dt']],
    ['version', 99],
    ['postType', 'groups'],
    ['commentsWith', 1],
    ['sort', { name: 'a' }],
    ['$set', { name: 'x' }],
    ['fields', { name: 'x' }],
    ['fields.name', 'x'],
  ];

  test.each(keys)('%s is refused on create and update, and nothing is written', async (key, value) => {
    const before = await done(attack.get(contacts, { query: { limit: 0 } }));
    await expectRefused(attack.post(contacts, { json: { name: 'Made', [key]: value } }), 400);
    expect(await done(attack.get(contacts, { query: { limit: 0 } }))).toEqual(before);
    const id = await make(attack, contacts, { name: 'Own' });
    const made = await done(attack.get(`${contacts}/${id}`));
    await expectRefused(attack.post(`${contacts}/${id}`, { json: { nickname: 'x', [key]: value } }), 400);
    expect(await done(attack.get(`${contacts}/${id}`))).toEqual(made);
  });

  test('a contact does not become that of a user', async () => {
    const json = { name: 'Made', corresponds_to_user: victor.id };
    await expectRefused(attack.post(contacts, { json }), 403, 'create_post');
    const id = await make(attack, contacts, { name: 'Own' });
    await expectRefused(attack.post(`${contacts}/${id}`, { json }), 403, 'update_post');
    expect(await done(victim.get('svc/v1/user/my'))).toMatchObject({
      corresponds_to_contact: victor.contactId,
    });
  });

  test('an ID in the body does not choose the record', async () => {
    const id = await make(attack, contacts, { name: 'Own' });
    await attack.post(`${contacts}/${id}`, { json: { ID: closed, nickname: 'moved' } });
    const created = await attack.post(contacts, { json: { ID: closed, name: 'Taken' } });
    expect(created.body['ID']).not.toBe(closed);
    expect(await done(victim.get(`${contacts}/${closed}`))).toMatchObject({
      name: 'Closed',
      nickname: 'as it was',
    });
  });

  test.each([
    { save_roles: ['administrator'] },
    { save_roles: ['dispatcher'], promote: true },
    { roles: ['administrator'] },
    { capabilities: { manage_dt: true } },
    { allowed_sources: ['all'] },
    { tokenVersion: 0 },
    { passwordHash: 'x' },
    { contactId: 1 },
    { disabled: false },
    { _id: 1 },
  ])('user/update with %j gives no rights', async (json) => {
    await attack.post('svc/v1/user/update', { json });
    const { profile } = await done(attack.get('svc/v1/user/my'));
    // In whichever language Mallory has chosen meanwhile.
    expect(profile).toHaveProperty('roles', { multiplier: expect.any(String) });
    await expectRefused(attack.get('user-management/v1/get_users'), 401, 'no_permissions');
  });
});

describe('operators instead of values', () => {
  const operators = [{ $gt: '' }, { $ne: null }, { $where: '1' }, { $regex: '.*' }, [{ $gt: '' }]];

  test.each(operators)('%j is no user name and no password', async (operator) => {
    const stranger = api(world);
    const path = 'jwt-auth/v1/token';
    for (const json of [
      { username: operator, password: operator },
      { username: victor.username, password: operator },
      { username: operator, password: victor.password },
    ]) {
      const { status, body } = await stranger.post(path, { json });
      expect([400, 403]).toContain(status);
      expect(body).not.toHaveProperty('token');
    }
  });

  test.each(operators)('%j is no value of a field', async (operator) => {
    const id = await make(attack, contacts, { name: 'Own', nickname: 'as it was' });
    for (const key of ['nickname', 'gender', 'overall_status', 'assigned_to', 'baptism_date'])
      await expectRefused(attack.post(`${contacts}/${id}`, { json: { [key]: operator } }), 400);
    expect(await done(attack.get(`${contacts}/${id}`))).toMatchObject({ nickname: 'as it was' });
  });

  test.each<[string, Sending]>([
    ['in a filter', { query: { name: { $gt: '' } } }],
    ['in a nested filter', { query: { fields: [{ nickname: { $ne: 'x' } }] } }],
    ['in an id', { query: { assigned_to: [{ $gt: 0 }] } }],
    ['in a date', { query: { post_date: { start: { $gt: '' } } } }],
    ['as a field', { query: { $where: 'sleep(1000)' } }],
    ['as a path', { query: { 'fields.name': ['x'] } }],
    ['as a column beside the fields', { query: { sharedWith: [String(1)] } }],
  ])('%s of a list are refused', async (_where, sending) => {
    await expectRefused(attack.get(contacts, sending), 400, 'fields_to_sql');
  });

  test('in sort, text and paging they mean nothing, and show nobody more', async () => {
    for (const query of [
      { sort: '$where' },
      { sort: { $gt: '' } },
      { sort: 'sharedWith' },
      { limit: { $gt: 0 } },
      { offset: { $gt: 0 } },
    ]) {
      const { status, text } = await attack.get(contacts, { query });
      expect([200, 400]).toContain(status);
      expect(text).not.toContain('"Closed"');
    }
  });

  test.each<[string, () => Promise<Answer>]>([
    [
      'a user to share with',
      () => attack.post(`${contacts}/${common}/shares`, { json: { user_id: { $gt: 0 } } }),
    ],
    [
      'a user to unshare',
      () => attack.delete(`${contacts}/${common}/shares`, { json: { user_id: { $ne: 0 } } }),
    ],
    ['a comment', () => attack.post(`${contacts}/${common}/comments`, { json: { comment: { $gt: '' } } })],
    [
      'a channel value',
      () =>
        attack.post(`${contacts}/check_field_value_exists`, {
          json: { communication_channel: 'contact_phone', field_value: { $gt: '' } },
        }),
    ],
    ['a field to split by', () => attack.post(`${contacts}/split_by`, { json: { field_id: { $gt: '' } } })],
    ['users to look for', () => attack.get('svc/v1/users/get_users', { query: { s: { $gt: '' } } })],
  ])('are no %s', async (_what, send) => {
    await expectRefused(send(), 400);
  });
});

describe('comments that are more than text', () => {
  test.each([
    ['<script>alert(1)</script>hi', 'alert(1)hi'],
    ['<a href="&#106;avascript:alert(1)">hi</a>', '<a>hi</a>'],
  ])('%j is stored and shown without what runs', async (comment, expected) => {
    const own = await make(attack, contacts, { name: 'Own' });
    const answer = await done(attack.post(`${contacts}/${own}/comments`, { json: { comment } }));
    expect(answer['comment_content']).toEqual(expected);
    const { comments } = await done(attack.get(`${contacts}/${own}/comments`));
    expect(comments).toMatchObject([{ comment_content: expected }]);
    const changed = await done(
      attack.post(`${contacts}/${own}/comments/${String(answer['comment_ID'])}`, { json: { comment } }),
    );
    expect(changed['comment_content']).toEqual(expected);
  });

  test('a key that is no name is refused, and nothing is written', async () => {
    const own = await make(attack, contacts, { name: 'Own' });
    const raw = '{"comment":"x","meta":{"__proto__":{"polluted":"yes"}}}';
    const sending = { raw, headers: { 'content-type': 'application/json' } };
    await expectRefused(attack.post(`${contacts}/${own}/comments`, sending), 400);
    expect(await done(attack.get(`${contacts}/${own}/comments`))).toMatchObject({ total: 0 });
  });
});

describe('names that objects have', () => {
  const polluting = [
    '{"name":"P","__proto__":{"polluted":"yes","kind":"system"}}',
    '{"name":"P","constructor":{"prototype":{"polluted":"yes"}}}',
    '{"name":"P","toString":"x"}',
  ];

  test.each(polluting)('%s in a body is refused, and changes nothing for anybody', async (raw) => {
    const headers = { 'content-type': 'application/json' };
    await expectRefused(attack.post(contacts, { raw, headers }), 400);
    await attack.post('svc/v1/user/update', { raw, headers });
    await attack.post(`${contacts}/list`, { raw, headers });
    const { text } = await attack.get('svc/v1/user/my');
    expect(text).not.toContain('polluted');
    await expectRefused(attack.get(`${contacts}/${closed}`), 403, 'get_post');
  });

  test.each([
    '__proto__[polluted]=yes',
    'constructor[prototype][polluted]=yes',
    'fields[__proto__][polluted]=yes',
  ])('%s in a query or a form changes nothing for anybody', async (query) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const listed = await attack.get(contacts, { query });
    expect([200, 400]).toContain(listed.status);
    expect(listed.text).not.toContain('"Closed"');
    await attack.post(contacts, { raw: `name=P&${query}`, headers });
    expect((await attack.get('svc/v1/user/my')).text).not.toContain('polluted');
  });
});
