import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sized } from '@svc/testing';
import { roles as all, userListers, userAdministrators, type Role } from '../api/matrix/roles.ts';
import { WriteWatch } from '../support/write-watch.ts';
import { api, type Answer, type Api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

/** Without those that have the same rights over accounts as another one, which the long tier tries too. */
const roles = sized<readonly Role[]>(
  all.filter((role) => !['strategist', 'marketer'].includes(role)),
  all,
);

let world: World;
let writes: WriteWatch;
/** A user of each role who acts, and one whose account is the target. */
const actors = {} as Record<Role, TestUser>;
const targets = {} as Record<Role, TestUser>;

beforeAll(async () => {
  world = await worldInCommon();
  for (const role of roles) {
    actors[role] = await world.createUser({ role });
    targets[role] = await world.createUser({ role });
  }
  writes = await WriteWatch.open(world);
});

afterAll(async () => {
  await writes?.close();
});

const as = (user: TestUser) => api(world, user.token);

/** Roles without rights over accounts. */
const ordinary = roles.filter((role) => !userAdministrators.includes(role));

/** The roles over whose accounts a role has rights; endpoints may require more. */
const reach: Partial<Record<Role, readonly Role[]>> = {
  dispatcher: ordinary,
  user_manager: [...ordinary, 'user_manager'],
  dt_admin: [...ordinary, 'user_manager', 'dt_admin'],
  administrator: roles,
};

/** An endpoint that acts on the account of another user. It leaves the rights of the target unchanged. */
interface Door {
  readonly name: string;
  /** Roles that may use it on an ordinary account. */
  readonly open: readonly Role[];
  /** Roles on whose accounts a user manager may not use it. */
  readonly beyondManagers?: readonly Role[];
  readonly send: (by: Api, target: TestUser, role: Role) => Promise<Answer<unknown>>;
}

const update = (by: Api, { id }: TestUser, json: object) =>
  by.post<unknown>('user-management/v1/user', { query: { user: id }, json });

const settings: readonly [key: string, value: unknown, open?: readonly Role[]][] = [
  ['update_display_name', 'Renamed'],
  ['locale', 'fr_FR'],
  ['dt_user_personal_email', 'mallory@example.test'],
  ['description', 'Rewritten'],
  ['user_status', 'away'],
  ['workload_status', 'too_many'],
  ['add_languages', 'en'],
  ['remove_location', 1],
  ['add_unavailability', { start_date: '2026-01-01', end_date: '2026-01-02' }],
  ['disabled', true, userAdministrators],
];

const doors: readonly Door[] = [
  ...settings.map(([key, value, open = userListers]): Door => ({
    name: `user/update ${key}`,
    open,
    send: (by, target) => update(by, target, { [key]: value }),
  })),
  {
    name: 'user/update allowed_sources',
    open: userListers,
    // They view contacts of sources that a user manager does not have.
    beyondManagers: ['partner', 'marketer', 'dispatcher'],
    send: (by, target) => update(by, target, { allowed_sources: ['restrict_all_sources'] }),
  },
  {
    name: 'user/update save_roles',
    open: userListers,
    send: (by, target, role) => update(by, target, { save_roles: [role, 'registered'] }),
  },
  {
    name: 'adding a place',
    open: ['dt_admin', 'administrator'],
    send: (by, { id }) => by.post('svc/v1/users/user_location', { json: { user_id: id, grid_id: 101 } }),
  },
  {
    name: 'removing a place',
    open: ['dt_admin', 'administrator'],
    send: (by, { id }) => by.delete('svc/v1/users/user_location', { json: { user_id: id, grid_id: 101 } }),
  },
  {
    name: 'a mail to set a new password',
    open: userListers,
    send: (by, { id }) => by.post('user-management/v1/send_pwd_reset_email', { json: { userId: id } }),
  },
  {
    name: 'deletion',
    open: userAdministrators,
    send: (by, { id }) => by.delete('user-management/v1/user', { query: { user: id } }),
  },
];

const isThrough = (door: Door, actor: Role, target: Role) =>
  door.open.includes(actor) &&
  (reach[actor] ?? []).includes(target) &&
  !(actor === 'user_manager' && door.beyondManagers?.includes(target));

describe('the account of another user', () => {
  test.each(roles)('cannot be changed by a %s beyond their rights at any endpoint', async (actor) => {
    await writes.takeAll();
    for (const target of roles) {
      for (const door of doors.filter((each) => !isThrough(each, actor, target))) {
        const { status, body } = await door.send(as(actors[actor]), targets[target], target);
        const seen = { target, door: door.name, body };
        expect(seen).toMatchObject({ body: { code: 'no_permissions' } });
        expect([401, 403]).toContain(status);
      }
    }
    expect(await writes.takeAll()).toEqual([]);
  });

  test.each(roles)('can be changed by a %s within their rights', async (actor) => {
    const answers: string[] = [];
    for (const target of roles) {
      for (const door of doors.filter((each) => isThrough(each, actor, target))) {
        const { status, text } = await door.send(as(actors[actor]), targets[target], target);
        if (status !== 200) answers.push(`${door.name} of a ${target}: ${text}`);
      }
    }
    expect(answers).toEqual([]);
  });
});

test.each(['dispatcher', 'user_manager', 'dt_admin'] as const)(
  'a %s cannot change the account of an administrator through its contact',
  async (role) => {
    const { administrator } = actors;
    const stored = async () => {
      const query = { user: administrator.id };
      return (await as(administrator).get('user-management/v1/user', { query })).body;
    };
    const before = await stored();
    const by = as(actors[role]);
    for (const json of [
      { name: 'Renamed' },
      { contact_email: [{ value: 'mallory@example.test' }] },
      { corresponds_to_user: actors[role].id },
      { corresponds_to_user_name: 'Renamed' },
      { type: 'access', overall_status: 'closed' },
    ])
      await by.post(`svc-posts/v2/contacts/${administrator.contactId}`, { json });
    const names = { 'user-email': `${role}@example.test`, 'user-display': 'Twin' };
    const json = { ...names, corresponds_to_contact: administrator.contactId };
    expect((await by.post('svc/v1/users/create', { json })).status).toBeGreaterThanOrEqual(400);
    expect(await stored()).toEqual(before);
  },
);

test.each(roles)('a %s can change their own name and password', async (role) => {
  const user = actors[role];
  const renamed = await as(user).post('svc/v1/user/update', { json: { update_display_name: 'Myself' } });
  expect(renamed).toMatchObject({ status: 200, body: true });
  const changed = await as(user).post('svc/v1/users/change_password', {
    json: { password: 'quite another', current_password: user.password },
  });
  expect(changed).toMatchObject({ status: 200, body: true });
  await world.login(user.username, 'quite another');
});
