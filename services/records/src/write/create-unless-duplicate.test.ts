import { describe, expect, test } from '@jest/globals';
import { recordsCreate, type Actor, type Fields, type InputOf } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { addedComments } from '../testing/added-comments.ts';
import { connect } from '../testing/connected-client.ts';
import { recordClient, values } from '../testing/record-client.ts';
import {
  dispatcher,
  harnessOfSuite,
  multiplier,
  siteLink,
  withExtensions,
} from '../testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2, settings: withExtensions('sample', 'connected') });
const commentsOn = addedComments(harness);
const client = recordClient(harness);
const { get, update } = client;

const types = ['contacts', 'samples', 'people', 'teams'];
const capabilities = types.flatMap((type) => [`access_${type}`, `create_${type}`]);
const mona = userActor(3, 'Mona', capabilities);
const remark = 'This record was automatically updated rather than creating a new record.';

interface Options extends Partial<InputOf<typeof recordsCreate>> {
  caller?: Actor;
}

/** Many at once on a busy machine take longer than a client would wait. */
const timeoutMs = 30_000;

/** A create that looks for duplicates by the keys of its fields, unless others are given. */
async function checked(fields: Fields, { caller = mona, ...options }: Options = {}) {
  const keys = Object.keys(fields).filter((key) => key !== 'title');
  const input = { post_type: 'samples', fields, silent: false, check_for_duplicates: keys, ...options };
  const answer = harness.harness.call(recordsCreate, input, caller, { milliseconds: timeoutMs });
  return answer as Promise<Fields & { ID: number }>;
}

const create = (fields: Fields, options: Options = {}) =>
  checked({ title: 'First', ...fields }, { check_for_duplicates: [], ...options });

describe('an existing record is a duplicate', () => {
  // The conditions of every type are rows of `fields/shared/same-as.test.ts`.
  test.each<[type: string, key: string, stored: unknown, sent: unknown, different: unknown]>([
    ['name', 'name', 'Ada Ümlaut (1)', 'ada ümlaut (1)', 'Ada Ümlaut'],
    ['text', 'a_text', 'Some. Text', 'some. TEXT', 'Some, Text'],
    ['multi_select', 'some_options', values('one', 'two'), values('two'), values('three')],
    ['channel', 'a_channel', [{ value: '+1 555' }], values('9', '+1 555'), [{ value: '555' }]],
    ['user', 'a_user', 7, 'user7@example.test', 8],
  ])('with the same %s, and not with a different one', async (_type, key, stored, sent, different) => {
    const { ID: id } = await create({ title: 'First', [key]: stored });
    expect((await checked({ [key]: sent })).ID).toBe(id);
    expect((await checked({ title: 'Other', [key]: different })).ID).not.toBe(id);
  });

  test.each([
    ['', 1],
    [', also in a record with too many connections to store them itself', 101],
  ])('with the same connection%s', async (_where, length) => {
    const people = { post_type: 'people' };
    const teams = { post_type: 'teams' };
    const persons = await Promise.all(Array.from({ length }, () => create({}, people)));
    const members = connect(...persons.map((person) => person.ID));
    const { ID: id } = await create({ members }, teams);
    const [one] = persons;
    expect((await checked({ members: connect(one?.ID ?? 0) }, teams)).ID).toBe(id);
    const stranger = await create({}, people);
    expect((await checked({ title: 'Other', members: connect(stranger.ID) }, teams)).ID).not.toBe(id);
  });

  test('with the same value in any of the checked fields, and in no other field', async () => {
    const { ID: id } = await create({ a_text: 'any of', some_tags: values('any') });
    const fields = { a_text: 'something else', some_tags: values('any') };
    expect((await checked(fields, { check_for_duplicates: ['a_text', 'some_tags'] })).ID).toBe(id);
    const named = { check_for_duplicates: ['a_text'] };
    const { ID: other } = await checked({ title: 'New', some_tags: values('any'), a_text: 'x' }, named);
    expect(other).not.toBe(id);
  });

  test('with the same title', async () => {
    const { ID: id } = await create({ title: 'By title' });
    expect((await checked({ title: 'by TITLE' }, { check_for_duplicates: ['title'] })).ID).toBe(id);
  });

  test.each([
    ['unknown', ['planet']],
    ['missing in the request', ['a_text']],
    ['dates of the record', ['last_modified', 'post_date']],
    ['empty', ['a_number', 'an_option', 'some_tags']],
  ])('never because of checked fields that are %s', async (_what, keys) => {
    const fields = {
      title: 'Again',
      a_number: '',
      an_option: null,
      some_tags: { values: [] },
      last_modified: 1_000_000,
      post_date: '2020-01-01',
    };
    const { ID: id } = await create(fields);
    expect((await checked(fields, { check_for_duplicates: keys })).ID).not.toBe(id);
  });

  test('never because of a private field', async () => {
    const people = { post_type: 'people' };
    const { ID: id } = await create({ words: values('mine') }, people);
    const again = await checked({ title: 'x', words: values('mine') }, people);
    expect(again.ID).not.toBe(id);
  });

  test('only within its post type', async () => {
    const { ID: id } = await create({ title: 'Of one type' });
    expect((await checked({ name: 'Of one type' }, { post_type: 'teams' })).ID).not.toBe(id);
  });

  test('also when the request has a thousand values', async () => {
    const { ID: id } = await create({ a_channel: [{ value: 'the last' }] });
    const many = Array.from({ length: 999 }, (_each, index) => ({ value: `many ${index}` }));
    expect((await checked({ a_channel: [...many, { value: 'the last' }] })).ID).toBe(id);
  });
});

describe('among several duplicates', () => {
  const contacts = { post_type: 'contacts' };
  const contact = (value: string, fields: Fields, caller = mona) =>
    create({ contact_email: [{ value }], ...fields }, { ...contacts, caller });
  const found = async (value: string, fields: Fields = {}) =>
    (await checked({ contact_email: [{ value }], title: 'New', ...fields }, contacts)).ID;

  test('the record with the first status is updated, and the oldest of these', async () => {
    await contact('s@x.test', { overall_status: 'closed' });
    await contact('s@x.test', { overall_status: 'assigned', post_date: '2021-01-01' });
    const oldest = await contact('s@x.test', { overall_status: 'assigned', post_date: '2020-01-01' });
    await contact('s@x.test', { overall_status: 'assigned', post_date: '2022-01-01' });
    await contact('s@x.test', { overall_status: 'active' });
    expect(await found('s@x.test')).toBe(oldest.ID);
  });

  test('records that the caller cannot update are ignored', async () => {
    const otto = { ...mona, userId: 4, capabilities: [...multiplier(4).capabilities, ...capabilities] };
    await contact('h@x.test', { overall_status: 'new', type: 'access' }, otto);
    const own = await contact('h@x.test', { overall_status: 'closed' });
    expect(await found('h@x.test')).toBe(own.ID);
  });

  test('a record without a status comes last', async () => {
    const closed = await contact('n@x.test', { overall_status: 'closed' });
    const without = await contact('n@x.test', {});
    await update(without.ID, { overall_status: '' }, mona);
    expect(await found('n@x.test')).toBe(closed.ID);
  });

  test('the newest record is updated if the type has no status', async () => {
    await create({ a_text: 'newest', post_date: '2020-01-01' });
    const newest = await create({ a_text: 'newest', post_date: '2022-01-01' });
    await create({ a_text: 'newest', post_date: '2021-01-01' });
    expect((await checked({ a_text: 'newest' })).ID).toBe(newest.ID);
  });

  test.each(['personal', 'placeholder'])('a %s contact is ignored', async (type) => {
    const { ID: id } = await contact(`${type}@x.test`, { type });
    expect(await found(`${type}@x.test`)).not.toBe(id);
  });
});

describe('a duplicate', () => {
  test('is updated with the sent fields except its name', async () => {
    const { ID: id } = await create({ title: 'First', a_text: 'shared' });
    const fields = { title: 'Mine', name: 'Mine', ID: 9, a_text: 'Shared', a_number: 4 };
    expect(await checked(fields, { check_for_duplicates: ['a_text'] })).toMatchObject({ ID: id });
    const written = { a_text: 'Shared', a_number: 4 };
    const updated = { name: 'First', version: 2, sharedWith: [3], fields: written };
    expect(await harness.stored(id)).toMatchObject(updated);
    expect((await harness.eventsOf(id, 2)).at(-1)?.type).toBe('svc.record.updated');
  });

  test('keeps its values and gains new ones with do_not_overwrite', async () => {
    const { ID: id } = await create({ a_text: 'kept', a_number: 1, some_tags: values('a') });
    const fields = { a_text: 'KEPT', a_number: 2, some_tags: values('b'), an_option: 'one' };
    await checked(fields, { do_not_overwrite: true });
    const kept = { a_text: 'kept', a_number: 1, some_tags: ['a', 'b'], an_option: 'one' };
    expect((await harness.stored(id)).fields).toMatchObject(kept);
  });

  test('does not change when the request is refused', async () => {
    const { ID: id } = await create({ a_text: 'refused' });
    const refused = { code: 'create_post', status: 400, data: { bad_fields: ['planet'] } };
    await client.expectNotCreated(() => checked({ a_text: 'refused', planet: 1 }), refused);
    expect((await harness.stored(id)).version).toBe(1);
    expect(commentsOn(id)).toEqual([]);
  });
});

describe('the comment on an updated duplicate', () => {
  test('follows the notes of the request, and is dated one second before them', async () => {
    const { ID: id } = await create({ a_text: 'commented' });
    await checked({ a_text: 'commented', notes: ['a note'], initial_comment: 'hello' });
    const [first, note, last] = commentsOn(id);
    expect([first?.text, note?.text, last?.text]).toEqual(['hello', 'a note', remark]);
    expect(last).toMatchObject({ silent: false, author: { kind: 'user', user_id: 3 } });
    expect(last?.date).toBe((first?.date ?? 0) - 1);
  });

  test.each([
    ['mentions the assignee of the record', false, `@[User 7](7) ${remark}`],
    ['mentions nobody in a silent request', true, remark],
  ])('%s', async (_what, silent, text) => {
    const value = `assigned ${silent}`;
    const { ID: id } = await create({ nickname: value, assigned_to: 7 }, { post_type: 'contacts' });
    await checked({ nickname: value }, { post_type: 'contacts', silent });
    expect(commentsOn(id)).toMatchObject([{ text, silent }]);
  });
});

describe('concurrent creates', () => {
  const ids = (answers: readonly { ID: number }[]) => new Set(answers.map(({ ID }) => ID));

  test('that are identical create one record', async () => {
    const fields = { title: 'Race', a_channel: [{ value: 'race' }] };
    const many = Array.from({ length: 20 }, () => checked(fields));
    const [id, ...others] = ids(await Promise.all(many));
    expect(others).toEqual([]);
    expect(await harness.documents.countDocuments({ name: 'Race' })).toBe(1);
    expect(await get(id as number, mona, 'samples')).toMatchObject({ name: 'Race' });
    expect(commentsOn(id as number)).toHaveLength(19);
  });

  test('that differ in case or share one of several values create one record', async () => {
    const shared = { value: 'shared' };
    const many = Array.from({ length: 12 }, (_each, index) =>
      checked({ title: 'Overlap', a_channel: [{ value: `own ${index}` }, shared] }),
    );
    expect(ids(await Promise.all(many)).size).toBe(1);
    const texts = ['Same Text', 'same text', 'SAME TEXT', 'sAME tEXT'];
    const cases = texts.map((text) => checked({ title: 'Case', a_text: text }));
    expect(ids(await Promise.all(cases)).size).toBe(1);
  });

  test('create one record for users who can update it, and one for each other user', async () => {
    const overseer = { ...mona, userId: 4, capabilities: [...capabilities, 'view_any_samples'] };
    const others = [3, 5, 6].map((userId) => ({ ...mona, userId }));
    const race = (text: string, callers: readonly Actor[]) =>
      Promise.all(callers.map((caller) => checked({ title: 'Several', a_text: text }, { caller })));
    expect(ids(await race('hidden from each other', others)).size).toBe(3);
    for (const text of ['one', 'two', 'three']) {
      await race(text, [overseer, mona, overseer, mona, overseer]);
      const made = await harness.documents.find({ 'fields.a_text': text }).sort({ _id: 1 }).lean();
      // The overseer's may have come first: it is hidden from the other one.
      expect([[3], [3, 4]]).toContainEqual(made.map(({ authorId }) => authorId).sort());
    }
  });

  test('do not change the claims of users who cannot view the new record', async () => {
    const claims = harness.documents.db.collection('duplicate_claims');
    await claims.deleteMany({});
    await checked({ title: 'Claimed', a_text: 'claimed' }, { caller: { ...mona, userId: 5 } });
    const before = await claims.distinct('token');
    await checked({ title: 'Claimed', a_text: 'claimed' });
    const after = new Set(await claims.distinct('token'));
    expect(before.filter((token) => after.has(token))).toHaveLength(1);
  });

  test('with the same idempotency key get the same answer', async () => {
    const fields = { title: 'Keyed', a_text: 'keyed' };
    const input = { post_type: 'samples', fields, silent: false, check_for_duplicates: ['a_text'] };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => harness.ask(recordsCreate, input, mona, 'one key') as Promise<{ ID: number }>),
    );
    const [id] = ids(answers);
    expect(ids(answers).size).toBe(1);
    expect((await harness.stored(id as number)).version).toBe(1);
  });
});

describe('the warning of possible duplicates', () => {
  const form = siteLink('Web form', ['create_contacts', 'create_groups']);
  const phone = (value: string) => ({ contact_phone: [{ value }] });

  test('is a comment with links on a contact created over a site link', async () => {
    const hidden = await client.create({ name: 'Hidden Name', ...phone('0151 4711') });
    const user = await client.create({ name: 'User', type: 'user', ...phone('0151 4711') }, dispatcher(5));
    const { ID: id } = await client.create({ name: 'Sent', ...phone('01514711') }, form);
    const link = `<a href="http://records.test/contacts/${hidden.ID}/">#${hidden.ID}</a>`;
    const text = `This record might be a duplicate of: ${link}`;
    const author = { kind: 'system', user_id: 0, display_name: 'Duplicate Checker', email: '' };
    expect(commentsOn(id)).toMatchObject([{ text, type: 'duplicate', author, silent: false }]);
    expect(JSON.stringify(commentsOn(id))).not.toContain(`contacts/${user.ID}/`);
  });

  test('lists at most ten records', async () => {
    await Promise.all(
      Array.from({ length: 12 }, () => client.create({ name: 'One of twelve', ...phone('0151 1212') })),
    );
    const { ID: id } = await client.create({ name: 'Sent', ...phone('0151 1212') }, form);
    expect(commentsOn(id)[0]?.text.match(/<a /g)).toHaveLength(10);
  });

  test.each<[string, Fields, Actor, string]>([
    ['without duplicates', { name: 'Alone', ...phone('0151 99001') }, form, 'contacts'],
    ['with a similar name', { name: 'Known also' }, form, 'contacts'],
    ['created by a user', { name: 'Known', ...phone('0151 77001') }, multiplier(3), 'contacts'],
    ['of the type personal', { name: 'Known', type: 'personal', ...phone('0151 77001') }, form, 'contacts'],
    ['of the post type groups', { name: 'Known' }, form, 'groups'],
  ])('is not added to a record %s', async (_what, fields, caller, postType) => {
    await client.create({ name: 'Known', ...phone('0151 77001') });
    await client.create({ name: 'Known' }, multiplier(3), 'groups');
    const { ID: id } = await client.create(fields, caller, postType);
    expect(commentsOn(id)).toEqual([]);
  });
});
