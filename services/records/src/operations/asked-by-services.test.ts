import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  commentCreated,
  createUserContact,
  linkUserContact,
  maxFoundByText,
  recordsAssignments,
  recordsAuthorize,
  recordsFindByText,
  recordsNeededUpdates,
  recordsUserCounts,
  recordsOptions,
  recordsPlaces,
  systemActor,
  usersActor,
  type Actor,
  type CommentAuthor,
  type InputOf,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { mona, recordClient, values } from '../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, withExtensions } from '../testing/records-harness.ts';
import { seedGrid } from '../testing/seed-grid.ts';

const harness = harnessOfSuite({ before: seedGrid, instances: 2, settings: withExtensions('listening') });
const { create, get, update } = recordClient(harness);

describe('operations for users', () => {
  const users = systemActor('users');

  test('places are found by row and by point, and unknown ones are omitted', async () => {
    const points = [15, -120].map((lng) => ({ lng, lat: 5 }));
    const { places, at } = await harness.ask(recordsPlaces, { grid_ids: [101, 999, 101], points }, users);
    expect(places).toEqual([
      { grid_id: 101, name: 'Part 101', full_name: 'Part 101, Land 100', level: 'admin1', lng: 5, lat: 10 },
    ]);
    expect(at).toEqual([expect.objectContaining({ grid_id: 102 }), null]);
  });

  test('options are returned for existing fields, and are empty otherwise', async () => {
    const options = async (field?: string, post_type = 'contacts') =>
      (await harness.ask(recordsOptions, { post_type, field }, users)).options;
    expect(await options('gender')).toEqual({ male: 'Male', female: 'Female' });
    expect(await options('nowhere')).toEqual({});
    expect(await options()).toMatchObject({ milestone_has_bible: 'Has Bible' });
    expect(await options(undefined, 'peoplegroups')).toEqual({});
    expect(await options('gender', 'nowhere')).toEqual({});
  });

  test('required updates of users are counted from the index alone', async () => {
    for (const assigned_to of [31, 31, 32])
      await create({ name: 'Late', assigned_to, requires_update: true }, multiplier(31));
    await create({ name: 'In time', assigned_to: 31 }, multiplier(31));
    const { documents } = await harness.cost(async () => {
      const counted = await harness.ask(recordsNeededUpdates, { user_ids: [31, 32, 33] }, users);
      expect(counted.users.toSorted((one, other) => one.user_id - other.user_id)).toEqual([
        { user_id: 31, count: 2 },
        { user_id: 32, count: 1 },
      ]);
    });
    expect(documents).toBe(0);
  });

  test('contacts of users are counted by status, and last actions are read from the index alone', async () => {
    const access = { type: 'access', assigned_to: 61 };
    await create({ ...access, name: 'Active' }, multiplier(61));
    await create({ ...access, name: 'Late', requires_update: true }, multiplier(61));
    await create(
      { ...access, name: 'Assigned', overall_status: 'assigned', requires_update: true },
      multiplier(61),
    );
    await create({ name: 'Mother', type: 'personal' }, multiplier(61));
    const [last] = await harness.activity.find({ actorId: 61 }).sort({ time: -1 }).limit(1);
    const profiled = await harness.profiled(async () => {
      const counts = await harness.ask(recordsUserCounts, { user_ids: [61, 62] }, users);
      expect(counts).toEqual({
        assigned: [{ user_id: 61, assigned: 3, update_needed: 1, new_assigned: 1, active: 2 }],
        last_activity: [{ user_id: 61, time: last?.time }],
      });
    });
    const ofHistory = profiled.filter(({ ns }) => ns.endsWith('.activity'));
    expect(ofHistory.map(({ docsExamined }) => docsExamined)).toEqual([0]);
  });

  test('last assignments are read from the index alone, also of contacts that were reassigned', async () => {
    const { ID } = await create({ name: 'Handed on', assigned_to: 51 }, multiplier(51));
    await update(ID, { assigned_to: 52 }, multiplier(51));
    await create({ name: 'Team', assigned_to: 53 }, multiplier(53), 'groups');
    const asked = { user_ids: [51, 52, 53], grid_ids: [] };
    const profiled = await harness.profiled(async () => {
      const { users } = await harness.ask(recordsAssignments, asked, multiplier(51));
      const times = await harness.activity
        .find({ recordId: ID, objectSubtype: 'assigned_to' })
        .sort({ _id: 1 });
      expect(users.toSorted((one, other) => one.user_id - other.user_id)).toEqual(
        times.map(({ time }, index) => ({ user_id: 51 + index, last_assignment: time })),
      );
    });
    const ofHistory = profiled.filter(({ ns }) => ns.endsWith('.activity'));
    const aggregated = ofHistory.filter(({ command = {} }) => 'aggregate' in command);
    expect(aggregated).toMatchObject([{ docsExamined: 0 }]);
  });

  test('places come with their parents, each once, and those of a record only to users who can view it', async () => {
    const { ID } = await create({ name: 'Somewhere', location_grid: values(101) }, multiplier(51));
    const near = async (caller: Actor, id: number, post_type = 'contacts', grid_ids: number[] = []) => {
      const asked = { user_ids: [], record: { post_type, id }, grid_ids };
      return (await harness.ask(recordsAssignments, asked, caller)).places;
    };
    const part = { grid_id: 101, name: 'Part 101', steps: 0 };
    const land = { grid_id: 100, name: 'Land 100', steps: 1 };
    expect(await near(multiplier(51), ID)).toEqual([part, land]);
    expect(await near(multiplier(51), ID, 'contacts', [100, 999])).toEqual([{ ...land, steps: 0 }, part]);
    for (const id of [ID, 99_999_999]) expect(await near(multiplier(54), id)).toEqual([]);
    expect(await near(multiplier(51), ID, 'groups')).toEqual([]);
  });

  test('an existing contact is linked to one user, also by repeated commands', async () => {
    const { ID } = await create({ name: 'Fatima' });
    const link = (user_id: number, contact_id = ID) =>
      harness.harness.command(linkUserContact, { user_id, display_name: 'Fatima', contact_id }, 'users');
    expect(await link(41)).toEqual({ linked: true });
    expect(await get(ID)).toMatchObject({ corresponds_to_user: 41, corresponds_to_user_name: 'Fatima' });
    const { version } = await harness.stored(ID);
    expect(await link(41)).toEqual({ linked: true });
    expect(await link(42)).toEqual({ linked: false });
    expect(await link(43, 99_999_999)).toEqual({ linked: false });
    expect(await harness.stored(ID)).toMatchObject({ version });

    const other = { user_id: 44, display_name: 'Omar', email: 'omar@example.test' };
    const { id } = await harness.harness.command(createUserContact, other, 'users');
    expect(await link(45, id)).toEqual({ linked: false });
  });
});

describe('the search by a text', () => {
  type Places = InputOf<typeof recordsFindByText>['within'];
  const all = ['contacts', 'groups', 'peoplegroups'];

  const find = async (caller: Actor, text: string, post_types = all, within: Places = ['name', 'comms']) =>
    (await harness.ask(recordsFindByText, { text, post_types, within }, caller)).records;

  const names = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).map(({ name = '' }) => name);

  test('finds records of all types by a part of their names and channels, in the order of names', async () => {
    const caller = multiplier(20);
    const smith = await create({ name: 'Zoë Smith', contact_other: values('x', 'to S mi') }, caller);
    const joan = await create({ name: 'joan of smithfield' }, caller);
    const mail = await create({ name: 'Mail', contact_email: [{ value: 'joSMI@example.test' }] }, caller);
    const group = await create({ name: 'O Smiths' }, caller, 'groups');
    await create({ name: 'Nobody' }, caller);
    const version = 1;
    const named = [
      { id: joan.ID, version, name: 'joan of smithfield' },
      { id: smith.ID, version, name: 'Zoë Smith' },
    ];
    const grouped = { id: group.ID, version, name: 'O Smiths' };
    const mailed = { id: mail.ID, version, channel: 'joSMI@example.test' };
    const both = { ...named[1], channel: 'to S mi' };
    expect(await find(caller, ' o smi ')).toEqual([named[0], mailed, both, grouped]);
    expect(await find(caller, 'o smi', all, ['name'])).toEqual([...named, grouped]);
    expect(await find(caller, 'O SMI', ['contacts'], ['comms'])).toEqual([
      mailed,
      { id: smith.ID, version, channel: 'to S mi' },
    ]);
  });

  test('finds only records and types that the caller can list', async () => {
    const owner = multiplier(21);
    await create({ name: 'Veiled personal', type: 'personal' }, owner);
    await create({ name: 'Veiled access' }, owner);
    await create({ name: 'Veiled group' }, owner, 'groups');
    expect(await names(owner, 'veiled')).toEqual(['Veiled access', 'Veiled personal', 'Veiled group']);
    expect(await names(multiplier(22), 'veiled')).toEqual([]);
    expect(await names(dispatcher(23), 'veiled')).toEqual(['Veiled access', 'Veiled group']);
    expect(await names(userActor(21, 'Now less', ['access_groups']), 'veiled')).toEqual(['Veiled group']);
    expect(await names(userActor(21, 'Now nothing', []), 'veiled')).toEqual([]);
    expect(await names(owner, 'veiled', ['planets', '$where'])).toEqual([]);
  });

  test('finds every record by an empty text, and treats special characters as text', async () => {
    const caller = multiplier(24);
    for (const name of ['b', '^a', '.*']) await create({ name }, caller);
    expect((await names(caller, '')).toSorted()).toEqual(['.*', '^a', 'b']);
    expect(await names(caller, '^a')).toEqual(['^a']);
    expect(await names(caller, '.*')).toEqual(['.*']);
  });

  test('finds the first of many names through an index', async () => {
    const caller = multiplier(25);
    await harness.seed('groups', 3_000, { name: 'Somebody else', sharedWith: [3] });
    await harness.seed('groups', maxFoundByText, { name: 'Numerous b', sharedWith: [25] });
    await harness.seed('groups', 3, { name: 'Numerous a', sharedWith: [25] });
    let found: string[] = [];
    const { documents } = await harness.cost(async () => {
      found = await names(caller, 'numerous', ['groups']);
    });
    expect(found).toHaveLength(maxFoundByText);
    expect(found.slice(0, 4)).toEqual(['Numerous a', 'Numerous a', 'Numerous a', 'Numerous b']);
    expect(documents).toBeLessThan(maxFoundByText * 2);
  });
});

describe('the command about new comments', () => {
  beforeAll(async () => {
    await harness.harness.standIn(usersActor, ({ user_id: id }) => ({
      actor: id < 90 ? userActor(id, 'Mona now', ['update_any_contacts']) : null,
    }));
  });

  const writer: CommentAuthor = { kind: 'user', user_id: 3, display_name: 'Mona then', email: 'm@x.test' };
  const gone = { ...writer, user_id: 90, display_name: 'Gone' };
  const link = { ...writer, kind: 'site_link', user_id: 0, display_name: 'Partner' } as const;
  const checker = { ...link, kind: 'system', display_name: 'Duplicate Checker' } as const;

  /** Comments that were written on a new contact, as comments tells it; answers what the extension has made of them. */
  async function nicknameAfter(...comments: { id: number; type: string; author: CommentAuthor }[]) {
    const { ID: id } = await create({ name: 'Commented' });
    const input = { post_type: 'contacts', record_id: id, comments };
    expect(await harness.harness.command(commentCreated, input, 'comments')).toEqual({ done: true });
    return (await get(id))['nickname'];
  }

  test.each([
    ['a user with their present capabilities', writer, 'user Mona now update_any_contacts'],
    ['a deleted user without capabilities', gone, 'user Gone'],
    ['a site link without capabilities', link, 'site_link Partner'],
    ['the system', checker, 'system Duplicate Checker'],
  ])('runs the action of a comment with its author: %s', async (_who, author, told) => {
    expect(await nicknameAfter({ id: 5, type: 'comment', author })).toBe(`5 comment ${told}`);
  });

  test('runs the action for each comment in order, also after a failed one', async () => {
    const comments = ['email', 'broken', 'comment'].map((type, id) => ({ id, type, author: writer }));
    expect(await nicknameAfter(...comments)).toMatch(/^2 comment /);
  });

  test('is required when an action applies to every record', async () => {
    const { ID: id } = await create({ name: 'Commented' });
    const asked = { post_type: 'contacts', id, action: 'update', to_comment: true } as const;
    expect(await harness.ask(recordsAuthorize, asked, mona)).toEqual({ allowed: true });
  });

  test('changes nothing without comments', async () => {
    const { ID: id } = await create({ name: 'Commented' });
    const input = { post_type: 'contacts', record_id: id, comments: [] };
    await harness.harness.command(commentCreated, input, 'comments');
    expect(await harness.stored(id)).toMatchObject({ version: 1 });
  });
});
