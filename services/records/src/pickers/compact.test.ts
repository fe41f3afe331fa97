import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordsCompact, usersPickable, type Actor, type InputOf, type OutputOf } from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { PostTypes } from '../post-types/post-types.ts';
import { recordClient } from '../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier } from '../testing/records-harness.ts';
import { compactItem } from './compact-records.ts';

const harness = harnessOfSuite();
type PickableUser = OutputOf<typeof usersPickable>['users'][number];

/** What users answers when it is asked for users. */
let known: PickableUser[] = [];
/** How often it was asked. */
let questions = 0;

const { create, update, view } = recordClient(harness);

beforeAll(async () => {
  await harness.harness.standIn(usersPickable, () => {
    questions += 1;
    return { users: known };
  });
});

beforeEach(() => (known.length > 0 ? know() : undefined));

/** Changes the users, and waits until records has heard of it. */
async function know(...users: PickableUser[]): Promise<void> {
  known = users;
  await harness.harness.publish({ subject: 'svc.events.user.-.updated', content: {} });
  const before = questions;
  await until(async () => {
    await compact(multiplier(19), { s: 'nobody' });
    expect(questions).toBeGreaterThan(before);
  });
}

type Question = Partial<InputOf<typeof recordsCompact>>;

const compact = (caller: Actor, question: Question = {}) =>
  harness.ask(recordsCompact, { post_type: 'contacts', ...question }, caller);

const names = async (caller: Actor, question: Question = {}) =>
  (await compact(caller, question)).posts.map(({ name }) => name);

/** The contact of a user, which nobody has shared. */
async function userContact(userId: number, name: string): Promise<number> {
  const fields = { type: 'user', corresponds_to_user: userId, overall_status: 'active' };
  const [id] = await harness.seed('contacts', 1, { name, sharedWith: [], fields });
  return id as number;
}

const userOf = (id: number, name: string, contact_id: number | null = null): PickableUser => ({
  id,
  name,
  contact_id,
  searched: [`login${id}`],
  is_known: true,
});

const status = { key: 'active', label: 'Active', color: '#4CAF50' };

test.each([
  [true, { key: 'open', label: 'Open' }],
  [false, undefined],
])('a type of an extension shows its status when picked_with_status is %p', (isShown, shown) => {
  const visits = {
    label_singular: 'Visit',
    label_plural: 'Visits',
    status_field: { status_key: 'stage', archived_key: 'open' },
    picked_with_status: isShown,
    fields: { stage: { name: 'Stage', type: 'key_select', default: { open: { label: 'Open' } } } },
  };
  const postTypes = PostTypes.declare([{ name: 'visits', version: '1.0.0', postTypes: { visits } }]);
  const record = { _id: 5, postType: 'visits', name: 'First', fields: { stage: 'open' } };
  const item = compactItem(record, { postTypes }, postTypes.get('visits'));
  expect(item).toEqual({ ID: 5, name: 'First', ...(shown && { status: shown }) });
});

describe('a search by a part of the name', () => {
  test('ignores case, accents and blanks, and sorts the last modified first', async () => {
    const caller = multiplier(20);
    const { ID: josé } = await create({ name: 'José Smith', overall_status: 'active' }, caller);
    const { ID: joan } = await create({ name: 'joan of smithfield', overall_status: 'active' }, caller);
    await create({ name: 'Smith Jo' }, caller);
    await create({ name: 'Mary' }, caller);
    await update(josé, { nickname: 'Pepe' }, caller);
    expect(await compact(caller, { s: ' jo SMI ' })).toEqual({
      total: 2,
      posts: [
        { ID: josé, name: 'José Smith', status },
        { ID: joan, name: 'joan of smithfield', status },
      ],
    });
  });

  test('neither shows nor counts records that the caller cannot list', async () => {
    const caller = multiplier(22);
    const { ID: hidden } = await create({ name: 'Hidden Personal', type: 'personal' }, multiplier(23));
    await create({ name: 'Hidden Access' }, multiplier(23));
    expect(await compact(caller, { s: 'Hidden' })).toEqual({ total: 0, posts: [] });
    expect(await names(dispatcher(24), { s: 'Hidden' })).toEqual(['Hidden Access']);
    expect(await compact(caller, { s: String(hidden) })).toEqual({ total: 0, posts: [] });
  });

  test('shows users first, then records with exactly this name, then others', async () => {
    const caller = multiplier(25);
    await create({ name: 'Vera' }, caller);
    await create({ name: 'Veronica Vera' }, caller);
    const contact = await userContact(60, 'Another name');
    await know(userOf(60, 'Vera the user', contact));
    const { posts } = await compact(caller, { s: 'vera' });
    expect(posts.map(({ name }) => name)).toEqual(['Vera the user', 'Vera', 'Veronica Vera']);
    expect(posts[0]).toEqual({ ID: contact, name: 'Vera the user', user: true, status });
  });

  test('shows the record with a number as its id first', async () => {
    const caller = multiplier(26);
    const { ID: id } = await create({ name: 'Numbered' }, caller);
    await create({ name: `Agent ${id}` }, caller);
    expect(await names(caller, { s: String(id) })).toEqual(['Numbered', `Agent ${id}`]);
    expect(await names(caller, { s: String(id), post_type: 'groups' })).toEqual([]);
  });

  test('shows at most fifty records', async () => {
    const [one] = await harness.seed('groups', 60, { sharedWith: [27] });
    const caller = multiplier(27);
    const { posts, total } = await compact(caller, { post_type: 'groups' });
    expect([posts.length, total]).toEqual([50, 50]);
    expect(posts.at(-1)).toEqual({ ID: (one as number) + 10, name: `Seeded ${(one as number) + 10}` });
  });
});

describe('a search without a text', () => {
  test('offers the five last viewed records, when there are more than two', async () => {
    const caller = multiplier(30);
    const ids = await harness.seed('contacts', 7, { sharedWith: [30] });
    for (const id of ids.slice(0, 2)) await view(id, caller);
    expect((await compact(caller)).posts.map(({ ID }) => ID)).toEqual([...ids].reverse());
    for (const id of ids.slice(2)) await view(id, caller);
    expect((await compact(caller)).posts.map(({ ID }) => ID)).toEqual(ids.slice(2).reverse());
  });

  test('offers the records last chosen for the field too', async () => {
    const caller = multiplier(31);
    const ids = await harness.seed('contacts', 9, { sharedWith: [31] });
    const [viewed, other, ...chosen] = ids as [number, number, ...number[]];
    await view(viewed, caller);
    const members = chosen.map((value) => ({ value }));
    const fields = { name: 'Group', members: { values: members.slice(0, 4) } };
    const { ID: group } = await create(fields, caller, 'groups');
    const others = { members: { values: [...members.slice(4), ...members.slice(0, 1)] } };
    await update(group, others, caller, 'groups');
    const offered = await compact(caller, { s: '', field_key: 'members' });
    const lastFive = [...chosen.slice(2)].reverse();
    expect(offered.posts.map(({ ID }) => ID)).toEqual([viewed, ...lastFive]);
    const { posts } = await compact(caller, { field_key: 'leaders' });
    expect(posts.map(({ ID }) => ID)).toContain(other);
    await compact(caller, { field_key: 'constructor' });
  });

  test('does not offer records that the caller can no longer view', async () => {
    const caller = multiplier(32);
    const ids = await harness.seed('contacts', 4, { sharedWith: [32] });
    for (const id of ids) await view(id, caller);
    const [hidden, ...others] = ids as [number, ...number[]];
    await harness.documents.updateOne({ _id: hidden }, { $set: { sharedWith: [3] } });
    expect((await compact(caller)).posts.map(({ ID }) => ID)).toEqual([...others].reverse());
  });
});

describe('users', () => {
  test('are offered after the caller, at most five, each once and by their display name', async () => {
    const caller = { ...multiplier(40), displayName: 'Lena' };
    const own = await userContact(40, 'Lena Lister');
    const users = [61, 62, 63, 64, 65, 66];
    const contacts = await Promise.all(users.map((id) => userContact(id, `Contact ${id}`)));
    await harness.documents.updateOne({ _id: contacts[1] as number }, { $set: { sharedWith: [40] } });
    await know(...users.map((id, index) => userOf(id, `U${id}`, contacts[index])), userOf(67, 'U67'));
    expect(await names(caller)).toEqual(['Contact 62', 'Lena', 'U61', 'U63', 'U64', 'U65']);
    const hiddenToo = await compact(caller, { s: String(own) });
    expect(hiddenToo.posts.map(({ ID }) => ID)).not.toContain(own);
  });

  test('include the caller only when their name contains the text', async () => {
    const caller = { ...multiplier(41), displayName: 'Zoë Zeta' };
    await userContact(41, 'Zoë Zeta');
    expect(await names(caller, { s: 'zoe' })).toEqual(['Zoë Zeta']);
    expect(await names(caller, { s: 'zora' })).toEqual([]);
  });

  test('are offered with the present status of their contact', async () => {
    const caller = multiplier(44);
    const contact = await userContact(69, 'Some 69');
    await know(userOf(69, 'Yana', contact));
    const shown = async () => (await compact(caller, { s: 'yana' })).posts;
    expect(await shown()).toEqual([{ ID: contact, name: 'Yana', user: true, status }]);
    await harness.documents.updateOne({ _id: contact }, { $unset: { 'fields.overall_status': '' } });
    expect(await shown()).toEqual([{ ID: contact, name: 'Yana', user: true }]);
    await harness.documents.deleteOne({ _id: contact });
    expect(await shown()).toEqual([]);
  });

  test('are omitted with include_users false, for other types, and for users who view all contacts', async () => {
    const contact = await userContact(68, 'U68 as a contact');
    await know(userOf(68, 'U68', contact));
    expect(await names(multiplier(42), { include_users: false })).toEqual([]);
    expect(await names(multiplier(42), { post_type: 'groups' })).toEqual([]);
    const seesAll = userActor(43, 'All', ['access_contacts', 'view_any_contacts']);
    expect(await names(seesAll, { s: 'U68' })).toEqual(['U68 as a contact']);
    expect(await names(multiplier(42), { s: 'U68' })).toEqual(['U68']);
  });

  test('are offered when all may see them, or when they share a record with the caller', async () => {
    const caller = multiplier(45);
    const contact = await userContact(70, 'Contact 70');
    await know({ ...userOf(70, 'Uma', contact), is_known: false });
    expect(await names(caller, { s: 'uma' })).toEqual([]);
    const { ID: shared } = await create({ name: 'Of both' }, caller);
    await harness.documents.updateOne({ _id: shared }, { $set: { sharedWith: [45, 70] } });
    expect(await names(caller, { s: 'uma' })).toEqual(['Uma']);
    await harness.documents.updateOne({ _id: shared }, { $set: { sharedWith: [45] } });
    expect(await names(caller, { s: 'uma' })).toEqual([]);
    await know(userOf(70, 'Uma', contact));
    expect(await names(caller, { s: 'uma' })).toEqual(['Uma']);
  });

  test('are found by their login only by callers who may list everybody', async () => {
    const contact = await userContact(71, 'Contact 71');
    await know({ ...userOf(71, 'Vito', contact), is_known: false });
    expect(await names(multiplier(46), { s: 'login71' })).toEqual([]);
    expect(await names(dispatcher(47), { s: 'LOGIN71' })).toEqual(['Vito']);
  });
});

describe('other types and permissions', () => {
  test('list_all shows every record of the type by its name, without status', async () => {
    const { ID: id } = await create({ name: 'Riverside', group_status: 'active' }, multiplier(50), 'groups');
    const lister = userActor(51, 'Lister', ['list_all_groups']);
    expect(await compact(lister, { s: 'rivers', post_type: 'groups' })).toEqual({
      total: 1,
      posts: [{ ID: id, name: 'Riverside' }],
    });
    const worker = userActor(52, 'Worker', ['access_groups']);
    expect(await compact(worker, { s: 'rivers', post_type: 'groups' })).toEqual({ total: 0, posts: [] });
  });

  test('people groups have a label', async () => {
    const [id] = await harness.seed('peoplegroups', 1, { sharedWith: [], name: 'Basques' });
    const caller = userActor(53, 'Worker', ['access_peoplegroups']);
    const { posts } = await compact(caller, { post_type: 'peoplegroups' });
    expect(posts).toEqual([{ ID: id, name: 'Basques', label: 'Basques' }]);
  });

  test('are refused to users who can neither access the type nor list all of it', async () => {
    const stranger = userActor(54, 'Stranger', ['list_all_groups']);
    await expect(compact(stranger)).rejects.toMatchObject({
      code: 'get_viewable_compact',
      message: 'You do not have access to these contacts',
      status: 403,
    });
  });
});

test('connections to people groups have a label, and connections to contacts have none', async () => {
  const capabilities = [...dispatcher(70).capabilities, 'create_peoplegroups', 'access_peoplegroups'];
  const people = { ...dispatcher(70), capabilities };
  const { ID: id } = await create({ name: 'Ainu' }, people, 'peoplegroups');
  const contact = await create({ name: 'One', people_groups: { values: [{ value: id }] } }, people);
  expect(contact['people_groups']).toMatchObject([{ ID: id, label: 'Ainu' }]);
  const other = await create({ name: 'Two', relation: { values: [{ value: contact.ID }] } }, people);
  expect(other['relation']).not.toMatchObject([{ label: 'One' }]);
});
