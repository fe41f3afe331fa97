import { beforeAll, expect, test } from '@jest/globals';
import { usersMail, usersMails } from '@svc/contracts';
import { until } from '@svc/testing';
import { api, type Answer, type Api } from '../support/http.ts';
import { type NewUser, type TestUser, type World, worldInCommon } from '../support/world.ts';

let world: World;
let ada: Api;

beforeAll(async () => {
  world = await worldInCommon();
  ada = as(await world.createUser({ role: 'administrator', displayName: 'Ada' }));
});

const as = ({ token }: Pick<TestUser, 'token'>): Api => api(world, token);
const newUser = (role: NewUser['role']) => world.createUser({ role });

const my = (user: Pick<TestUser, 'token'>): Promise<Answer> => as(user).get('svc/v1/user/my');
const update = (user: TestUser, json: object) => as(user).post<unknown>('svc/v1/user/update', { json });
const manage = (by: Api, user: TestUser, json: object) =>
  by.post<unknown>('user-management/v1/user', { query: { user: user.id }, json });

test('settings of a user are shown with the labels of records', async () => {
  const mona = await newUser('multiplier');
  const group = await ada.post('svc-posts/v2/peoplegroups', { json: { name: 'Highlanders' } });
  const settings: [object, unknown][] = [
    [{ add_location: 101 }, true],
    [{ add_languages: 'en' }, ['en']],
    [{ add_people_groups: group.body['ID'] }, [group.body['ID']]],
    [{ workload_status: 'active' }, true],
    [{ locale: 'fr_FR' }, true],
  ];
  for (const [json, answer] of settings)
    expect(await update(mona, json)).toMatchObject({ status: 200, body: answer });
  const places = { location_grid: [{ id: 101, label: 'Place 101' }], location_grid_meta: [] };
  // The gateway hears of the new language a moment later.
  await until(async () =>
    expect((await my(mona)).body).toMatchObject({
      ID: mona.id,
      locale: 'fr_FR',
      corresponds_to_contact: mona.contactId,
      locations: places,
      preferences: {
        languages: [{ key: 'en', label: 'English' }],
        locations: places,
        people_groups: [{ ID: group.body['ID'], post_title: 'Highlanders' }],
        workload: { id: 'active', label: 'J’accepte de nouveaux contacts', color: '#4caf50' },
      },
      notifications: { follow_all: false, email_preference: { realtime: true } },
    }),
  );
});

test('a client ends the product tour', async () => {
  const mona = await newUser('multiplier');
  expect((await my(mona)).body).toMatchObject({ product_tour: true });
  const ended = await as(mona).post<unknown>('svc/v1/users/disable_product_tour');
  expect(ended).toMatchObject({ status: 200, body: true });
  expect((await my(mona)).body).toMatchObject({ product_tour: false });
});

test('a dispatcher sees location, workload and last assignment of users', async () => {
  const dora = await newUser('dispatcher');
  const mona = await newUser('multiplier');
  const gone = await newUser('multiplier');
  const stranger = await newUser('strategist');
  await update(mona, { add_location: 101 });
  await update(mona, { workload_status: 'too_many' });
  await manage(ada, gone, { disabled: true });
  const create = async (by: Api, type: string) => {
    const json = { name: 'New', type, location_grid: { values: [{ value: 101 }] }, assigned_to: mona.id };
    return (await by.post('svc-posts/v2/contacts', { json })).body['ID'] as number;
  };
  const theirs = await create(ada, 'access');
  const hidden = await create(as(mona), 'personal');
  const offered = async (query: string) => {
    const path = `svc-posts/v2/contacts/assignment-list?post_type=contacts&${query}`;
    return (await as(dora).get<{ ID: number }[]>(path)).body;
  };
  const found = await offered(`post_id=${theirs}`);
  expect(found.find(({ ID }) => ID === mona.id)).toEqual({
    ID: mona.id,
    name: mona.displayName,
    avatar: expect.any(String),
    roles: ['multiplier'],
    last_assignment: expect.any(Number),
    location: 0,
    best_location_match: 'Place 101',
    languages: [],
    gender: '',
    status: 'too_many',
    status_color: '#F43636',
    update_needed: 0,
  });
  expect(found.find(({ ID }) => ID === dora.id)).toMatchObject({ last_assignment: null, location: null });
  for (const { id } of [gone, stranger]) expect(found.map(({ ID }) => ID)).not.toContain(id);
  const without = { location: null, best_location_match: null };
  for (const id of [hidden, 99_999_999])
    expect((await offered(`post_id=${id}`)).find(({ ID }) => ID === mona.id)).toMatchObject(without);
  const chosen = await offered('location_ids[]=101&location_ids[]=999');
  expect(chosen.find(({ ID }) => ID === mona.id)).toMatchObject({ location: 0 });
});

test('a user who loses a role loses its capabilities with the same token', async () => {
  const dora = await newUser('dispatcher');
  expect((await as(dora).get('svc/v1/users/get_users')).status).toBe(200);
  expect((await manage(ada, dora, { save_roles: ['registered'] })).body).toEqual(['registered']);
  await until(async () => expect((await as(dora).get('svc/v1/users/get_users')).status).toBe(403));
  expect((await my(dora)).body).toMatchObject({ profile: { roles: { registered: 'Registered' } } });
});

test('a user resets a forgotten password with the token of a mail', async () => {
  const mike = await newUser('multiplier');
  await ada.post('user-management/v1/send_pwd_reset_email', { json: { userId: mike.id } });
  const token = await until(async () => {
    const { mails } = await world.ask(usersMails, { state: 'kept', limit: 10 });
    const mail = mails.find(({ user_id: id }) => id === mike.id);
    const { text } = await world.ask(usersMail, { id: mail?.id ?? '' });
    return /^[\w-]{43}$/m.exec(text)?.[0] ?? '';
  });
  const json = { token, password: 'set-with-a-token' };
  expect(await api(world).post('svc/v1/users/reset_password', { json })).toMatchObject({ body: true });
  await world.login(mike.username, json.password);
});
