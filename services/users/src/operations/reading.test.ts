import { beforeAll, expect, test } from '@jest/globals';
import {
  systemActor,
  usersActor,
  usersContactId,
  usersDisable,
  usersDisplay,
  usersList,
  usersListable,
  usersMy,
  usersOpenAvatar,
  usersResolve,
  usersUpdate,
  type Actor,
  type InputOf,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2, { PUBLIC_URL: 'https://ref.test/', API_ROOT: '/api' });
const ownAddress = expect.stringMatching(/^https:\/\/ref\.test\/api\/avatars\/v1\/[\w.-]+$/);
const actors: Record<string, Actor> = {};
const contacts: Record<string, number | null> = {};

const people: [username: string, displayName: string, role: string][] = [
  ['dee', 'Dee Dispatcher', 'dispatcher'],
  ['mona', 'mona Multiplier', 'multiplier'],
  ['mike', 'Mike Multiplier', 'multiplier'],
  ['stra', 'Ada Strategist', 'strategist'],
  ['gone', 'Gone Multiplier', 'multiplier'],
  ['odd', '.* (Odd) [Name]', 'partner'],
];

beforeAll(async () => {
  for (const [username, name, role] of people)
    actors[username] = await harness.newUser(username, { name, roles: [role] });
  for (const { username, corresponds_to_contact: contact } of (await harness.state()).users)
    contacts[username] = contact;
  await harness.ask(usersDisable, { username: 'gone', disabled: true });
});

const actorOf = (username: string) => actors[username] as Actor;
const idOf = (username: string) => actorOf(username).userId;

async function listed(username: string, input: InputOf<typeof usersList> = {}): Promise<string[]> {
  const users = await harness.call(usersList, input, actorOf(username));
  return users.map(({ name }) => name);
}

const siteLink: Actor = { ...systemActor('A site'), kind: 'site_link' };

test('an actor has the roles, capabilities and allowed sources of an enabled user', async () => {
  expect(actorOf('stra')).toEqual({
    kind: 'user',
    userId: idOf('stra'),
    displayName: 'Ada Strategist',
    email: 'stra@ref.test',
    roles: ['strategist'],
    capabilities: ['access_disciple_tools', 'view_project_metrics'],
    locale: 'en_US',
  });
  expect(actorOf('odd')).toMatchObject({ allowedSources: [] });
  for (const id of [idOf('gone'), 9_999])
    expect(await harness.ask(usersActor, { user_id: id })).toEqual({ actor: null });
});

test('a privileged caller lists all users with access to contacts, sorted by name', async () => {
  const names = ['.* (Odd) [Name]', 'Dee Dispatcher', 'Mike Multiplier', 'mona Multiplier'];
  expect(await listed('dee')).toEqual(names);
});

test('the number of required updates per user is shown to privileged callers only', async () => {
  harness.neededUpdates = [{ user_id: idOf('mona'), count: 3 }];
  await harness.call(usersUpdate, { settings: { workload_status: 'too_many' } }, actorOf('mona'));
  const [item] = await harness.call(usersList, { s: 'mona', with_updates: true }, actorOf('dee'));
  expect(item).toMatchObject({ update_needed: 3, status_color: '#F43636' });
  const [unasked] = await harness.call(usersList, { s: 'mona' }, actorOf('dee'));
  expect(unasked).not.toHaveProperty('update_needed');
  harness.collaborators = [idOf('mona')];
  const [seen] = await harness.call(usersList, { s: 'mona', with_updates: true }, actorOf('mike'));
  const shown = { ID: idOf('mona'), name: 'mona Multiplier', contact_id: contacts['mona'] };
  expect(seen).toEqual({ ...shown, avatar: ownAddress });
  harness.collaborators = [];
  harness.neededUpdates = [];
  await harness.call(usersUpdate, { settings: { workload_status: '' } }, actorOf('mona'));
});

test('the contact id of a user is shown to the user and to callers who may list them', async () => {
  const ask = (username: string, id: number) =>
    harness.call(usersContactId, { user_id: id }, actorOf(username));
  expect(await ask('dee', idOf('mike'))).toBe(contacts['mike']);
  expect(await ask('stra', idOf('stra'))).toBe(contacts['stra']);
  expect(await ask('mona', idOf('dee'))).toBe(contacts['dee']);
  const refusal = {
    code: 'no_permissions',
    status: 403,
    message: 'You may not view this user.',
  };
  await expect(ask('mona', idOf('mike'))).rejects.toMatchObject(refusal);
  await expect(ask('stra', idOf('dee'))).rejects.toMatchObject(refusal);
  await expect(ask('mona', 9_999)).rejects.toMatchObject(refusal);
  const nobody = harness.call(usersContactId, {}, actorOf('mona'));
  await expect(nobody).rejects.toMatchObject({ code: 'missing_error', message: 'Missing fields' });
});

test('listable users are those with a shared record, or all for administrators', async () => {
  const all = [idOf('mona'), idOf('mike'), idOf('dee'), 9_999];
  const ask = async (actor: Actor) =>
    new Set((await harness.call(usersListable, { user_ids: all }, actor)).user_ids);
  const those = (...names: string[]) => new Set(names.map(idOf));
  const mona = actorOf('mona');
  expect(await ask(mona)).toEqual(those('dee'));
  harness.collaborators = [idOf('mike')];
  expect(await ask(mona)).toEqual(those('mike', 'dee'));
  harness.collaborators = [];
  for (const capability of ['list_users', 'promote_users', 'manage_dt', 'dt_all_access_contacts'])
    expect(await ask({ ...mona, capabilities: [capability] })).toEqual(those('mona', 'mike', 'dee'));
});

test.each([
  ['MONA', ['mona Multiplier']],
  ['mike@ref', ['Mike Multiplier']],
  ['(odd)', ['.* (Odd) [Name]']],
  ['.*', ['.* (Odd) [Name]']],
  ['nobody', []],
  ['$displayNameKey', []],
  ['\u0000', []],
  ['x'.repeat(50_000), []],
])('a search for %j finds %j', async (s, names) => {
  expect(await listed('dee', { s, get_all: '1' })).toEqual(names);
});

test('another post type lists the users with access to it', async () => {
  expect(await listed('dee', { post_type: 'groups' })).toHaveLength(4);
  expect(await listed('dee', { post_type: 'trainings' })).toEqual([]);
});

test('other callers list users with a shared record and dispatchers', async () => {
  harness.collaborators = [idOf('mona'), idOf('stra'), idOf('gone')];
  expect(await listed('mona')).toEqual(['Dee Dispatcher', 'mona Multiplier']);
  expect(await listed('mona', { get_all: '1', s: 'dee@ref' })).toEqual([]);
  expect(await listed('mona', { s: 'dee' })).toEqual(['Dee Dispatcher']);
  harness.collaborators = [];
});

test('a caller without access to contacts cannot list users', async () => {
  const refusal = { code: 'get_assignable_users_compact', status: 403, message: 'No permissions to assign' };
  await expect(listed('stra')).rejects.toMatchObject(refusal);
});

test('names and pictures are shown for disabled users and left out for unknown ones', async () => {
  const id = idOf('gone');
  const { users } = await harness.ask(usersDisplay, { user_ids: [id, 9_999] });
  expect(users).toEqual([{ id, display_name: 'Gone Multiplier', avatar: ownAddress }]);
});

test('every instance serves the picture of an avatar address with the initials', async () => {
  const { users } = await harness.ask(usersDisplay, { user_ids: [idOf('dee')] });
  const address = users[0]?.avatar.split('/').at(-1) ?? '';
  for (let times = 0; times < 6; times += 1) {
    const picture = await harness.ask(usersOpenAvatar, { address });
    expect(picture).toMatchObject({ type: 'image/svg+xml', is_lasting: true });
    expect(Buffer.from(picture.data).toString()).toContain('>DD</text>');
  }
});

test.each(['', 'i1.TU0.3.AAAAAAAAAAAAAAAAAAAAAA', '1', 'mona@ref.test'])(
  'the invalid avatar address %j has a neutral picture',
  async (address) => {
    const picture = await harness.ask(usersOpenAvatar, { address });
    expect(picture).toMatchObject({ type: 'image/svg+xml', is_lasting: false });
    expect(Buffer.from(picture.data).toString()).not.toContain('<text');
  },
);

test('users are resolved by id and e-mail, each once, with their eligibility', async () => {
  const { users } = await harness.ask(usersResolve, {
    user_ids: [idOf('mona'), idOf('gone'), 9_999],
    emails: ['MONA@ref.test', 'stra@ref.test', 'nobody@ref.test'],
    capability: 'access_contacts',
  });
  const eligible = Object.fromEntries(users.map((user) => [user.email, user.eligible]));
  expect(users).toHaveLength(3);
  expect(eligible).toEqual({ 'mona@ref.test': true, 'gone@ref.test': false, 'stra@ref.test': false });
});

test('a user reads their own profile without secrets', async () => {
  const my = await harness.call(usersMy, {}, actorOf('mona'));
  expect(my).toEqual({
    ID: idOf('mona'),
    user_email: 'mona@ref.test',
    display_name: 'mona Multiplier',
    locale: 'en_US',
    locations: [],
    corresponds_to_contact: contacts['mona'],
    profile: expect.objectContaining({
      ID: idOf('mona'),
      username: 'mona',
      roles: { multiplier: 'Multiplier' },
      email: [{ label: 'System Email', value: 'mona@ref.test' }],
      language: 'English (United States)',
    }),
    apps: [{ label: 'Home Screen', description: expect.any(String), link: '' }],
    product_tour: true,
    preferences: { languages: [], locations: [], people_groups: [], workload: [] },
    unavailability: [],
    notifications: expect.objectContaining({ follow_all: false, notify_types: expect.any(Array) }),
    avatar: ownAddress,
    has_uploaded_avatar: false,
    capabilities: expect.arrayContaining(['access_contacts', 'create_contacts']),
  });
  const ofReference = await harness.call(usersMy, { dialect: 'reference' }, actorOf('mona'));
  expect(ofReference).not.toHaveProperty('capabilities');
  expect(JSON.stringify(my)).not.toMatch(/argon2|passwordHash|tokenVersion/);
});

test('a caller who is not a user has no profile and no settings', async () => {
  for (const caller of [siteLink, userActor(9_999, 'Nobody')]) {
    const refusal = { code: 'get_my_info', status: 400, message: 'Something went wrong. Are you a user?' };
    await expect(harness.call(usersMy, {}, caller)).rejects.toMatchObject(refusal);
  }
  const update = harness.call(usersUpdate, { settings: { locale: 'fr_FR' } }, siteLink);
  const refusal = { code: 'user_id', status: 400, message: 'User does not exist' };
  await expect(update).rejects.toMatchObject(refusal);
});
