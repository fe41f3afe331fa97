import { describe, expect, test } from '@jest/globals';
import { addComments, recordsDuplicates, type Actor, type Fields } from '@svc/contracts';
import { commandsFor, userActor } from '@svc/testing';
import { connect, connector, idsIn } from '../testing/connected-client.ts';
import { historyOf as pageOf, values as adding } from '../testing/record-client.ts';
import { mergingOfSuite } from './testing/merging-harness.ts';

const { harness, create, update, get, merge, person, pair, team, contact, trace, expectTraceless, moved } =
  mergingOfSuite();

const ann = connector(3);

const historyOf = async (postType: string, id: number) =>
  (await pageOf(harness, { post_type: postType, id }, ann)).activity;

describe('a merge', () => {
  test('archives the second contact and gives what it has to the first, in one commit with one event for each', async () => {
    const first = await create('contacts', { name: 'First', tags: adding('a') });
    const second = await create(
      'contacts',
      { name: 'Second', nickname: 'Sec', tags: adding('a', 'b') },
      userActor(4, 'User 4', ['access_contacts', 'create_contacts']),
    );
    const mentored = await person('Mentored', { mentors: connect(second.ID) });
    const before = (await historyOf('contacts', second.ID)).map(({ histid }) => histid);
    const versions = (await harness.stored(second.ID)).version;

    const merged = await merge('contacts', [first.ID, second.ID], {
      values: { nickname: 'Sec', name: 'Both' },
      merge_comments: true,
    });
    expect(merged).toMatchObject({ ID: first.ID, name: 'Both', nickname: 'Sec', tags: ['a', 'b'] });
    expect(merged).toEqual(await get('contacts', first.ID));
    expect((await harness.stored(first.ID)).sharedWith).toEqual([3, 4]);
    expect(await get('contacts', second.ID)).toMatchObject({
      overall_status: { key: 'closed' },
      reason_closed: { key: 'duplicate' },
      duplicate_of: String(first.ID),
      tags: ['a', 'b'],
    });
    expect(idsIn((await get('people', mentored))['mentors'])).toEqual([first.ID]);
    expect(moved().at(-1)).toEqual({ post_type: 'contacts', from_id: second.ID, to_id: first.ID });

    const history = (await historyOf('contacts', first.ID)).map(({ histid }) => histid);
    expect(history).toEqual(expect.arrayContaining(before));
    const left = (await historyOf('contacts', second.ID)).filter(({ histid }) => before.includes(histid));
    expect(left).toEqual([]);

    const ofFirst = (await harness.eventsOf(first.ID, 2)).at(-1);
    const ofSecond = (await harness.eventsOf(second.ID, versions + 1)).at(-1);
    const ofMentored = (await harness.eventsOf(mentored, 2)).at(-1);
    const commitId = ofFirst?.data['commit_id'];
    expect(ofFirst?.data).toMatchObject({ changed: { tags: { added: ['b'], removed: [] } } });
    const closed = { overall_status: { after: 'closed' } };
    expect(ofSecond?.data).toMatchObject({ commit_id: commitId, changed: closed });
    const mentors = { added: [first.ID], removed: [second.ID] };
    expect(ofMentored?.data).toMatchObject({ commit_id: commitId, changed: { mentors } });
    const about = { post_type: 'contacts', id: first.ID };
    expect(await harness.ask(recordsDuplicates, about, ann)).toEqual({ ids: [] });
  });

  test('keeps the meta of connections, first the primary’s, and notes them at the connected records', async () => {
    const both = await team('Both');
    const only = await team('Only');
    const meta = (value: number, pairs: object) => ({ value, meta: pairs });
    const first = await person('First', { teams: { values: [meta(both, { role: 'lead', since: '2020' })] } });
    const second = await person('Second', {
      teams: { values: [meta(both, { role: 'guest', until: '2030' }), meta(only, { role: 'x' })] },
      friends: connect(first),
    });
    const merged = await merge('people', [first, second]);
    expect(merged['teams']).toMatchObject([
      { ID: both, meta: { role: 'lead', since: '2020', until: '2030' } },
      { ID: only, meta: { role: 'x' } },
    ]);
    expect(merged['friends']).toEqual([]);
    expect(merged).toEqual(await get('people', first));
    expect(await harness.edges.countDocuments({ $or: [{ from: second }, { to: second }] })).toBe(0);
    const rows = (await historyOf('teams', only)).filter((row) => row.field_type === 'connection');
    expect(rows.map((row) => row.object_note).sort()).toEqual([
      `[First](http://records.test/people/${first}/) added to Members`,
      `[Second](http://records.test/people/${second}/) added to Members`,
      `[Second](http://records.test/people/${second}/) removed from Members`,
    ]);
    expect((await harness.stored(second)).fields['duplicate_of']).toBe(String(first));
  });

  test('of parents and children turns the tree around its new record', async () => {
    const parent = await team('Parent');
    const child = await team('Child');
    const [first, second] = await pair(
      team,
      {},
      { parent_teams: connect(parent), child_teams: connect(child) },
    );
    await update('teams', first, { parent_teams: connect(second) });
    const merged = await merge('teams', [first, second]);
    expect(idsIn(merged['parent_teams'])).toEqual([parent]);
    expect(idsIn(merged['child_teams'])).toEqual([child]);
    expect(idsIn((await get('teams', parent))['child_teams'])).toEqual([first]);
    expect(idsIn((await get('teams', child))['parent_teams'])).toEqual([first]);
  });

  test('applies the values that the client chose', async () => {
    const kept = await team('Kept');
    const dropped = await team('Dropped');
    const added = await team('Added');
    const first = await person('First', { tags: adding('a') });
    const second = await person('Second', {
      tags: adding('b', 'c'),
      teams: connect(kept, dropped),
    });
    const merged = await merge('people', [first, second], {
      values: {
        tags: adding('c'),
        teams: { values: [{ value: dropped, delete: true }, { value: added }] },
        starred: true,
      },
    });
    expect(merged).toMatchObject({ tags: ['a', 'c'], starred: true });
    expect(idsIn(merged['teams']).sort()).toEqual([kept, added].sort());
    expect(await get('teams', dropped)).toMatchObject({ members: [], member_count: 0 });
    expect(await get('teams', added)).toMatchObject({ members: [{ ID: first }], member_count: 1 });
  });

  test('with a forced list of connections keeps only these', async () => {
    const own = await team('Own');
    const others = await team('Others');
    const listed = await team('Listed');
    const [first, second] = await pair(person, { teams: connect(own) }, { teams: connect(others, listed) });
    const values = { teams: { ...connect(listed), force_values: true } };
    expect(idsIn((await merge('people', [first, second], { values }))['teams'])).toEqual([listed]);
    for (const id of [own, others]) expect(await get('teams', id)).toMatchObject({ members: [] });
    expect(await get('teams', listed)).toMatchObject({ members: [{ ID: first }], member_count: 1 });
  });

  test('adds the notes among its values as comments', async () => {
    const [first, second] = await pair(contact);
    const added = await commandsFor(harness.harness, addComments, { ids: ['1'] });
    await merge('contacts', [first, second], { values: { notes: ['They are the same'] } });
    expect(added.inputs).toMatchObject([
      { record_id: first, comments: [{ text: 'They are the same', silent: true }] },
    ]);
    await added.stop();
  });

  test('does not move comments unless merge_comments is set', async () => {
    const [first, second] = await pair();
    const before = moved().length;
    await merge('people', [first, second]);
    await merge('people', [first, await person('Third')], { merge_comments: false });
    expect(moved()).toHaveLength(before);
  });

  test('stores where the comments of the duplicate went, until it is primary itself', async () => {
    const [first, second] = await pair();
    const commentsOf = async (id: number) => (await harness.stored(id)).commentsWith;
    await merge('people', [first, second], { merge_comments: true });
    expect([await commentsOf(first), await commentsOf(second)]).toEqual([undefined, first]);
    await merge('people', [second, first]);
    expect([await commentsOf(first), await commentsOf(second)]).toEqual([undefined, undefined]);
  });

  test('in reverse makes the archived record the primary one', async () => {
    const [first, second] = await pair(contact);
    await merge('contacts', [first, second]);
    const values = { overall_status: 'active' };
    const merged = await merge('contacts', [second, first], { values });
    expect(merged).toMatchObject({ overall_status: { key: 'active' }, duplicate_of: '' });
    expect(await get('contacts', first)).toMatchObject({ duplicate_of: String(second) });
  });

  test('answers only the id to users who can update the records but not view them', async () => {
    const [first, second] = await pair(contact);
    const blind = userActor(7, 'Blind', ['access_contacts', 'update_any_contacts']);
    expect(await merge('contacts', [first, second], {}, { caller: blind })).toEqual({ ID: first });
  });

  test('is done once for repeats with the same key', async () => {
    const where = await team('Where');
    const [first, second] = await pair(person, {}, { teams: connect(where) });
    const values = { tags: adding('x') };
    const once = await merge('people', [first, second], { values }, { key: 'merge-once' });
    const before = await trace();
    expect(await merge('people', [first, second], { values }, { key: 'merge-once' })).toEqual(once);
    expect(await trace()).toEqual(before);
    await expect(merge('people', [second, first], {}, { key: 'merge-once' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
});

describe('concurrent merges', () => {
  test('and connections of the same records lose no values, and both sides agree', async () => {
    const teams = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => team(name)));
    const [first, second] = await pair(person, {}, { teams: connect(...teams.slice(0, 3)) });
    await Promise.all([
      merge('people', [first, second]),
      ...teams.slice(3).map((id) => update('people', first, { teams: connect(id) })),
      ...teams.slice(0, 3).map((id) => update('teams', id, { tags: adding('t') })),
      update('people', second, { tags: adding('late') }),
    ]);
    const stored = await get('people', first);
    expect(idsIn(stored['teams']).sort()).toEqual([...teams].sort());
    for (const id of teams)
      expect(await get('teams', id)).toMatchObject({ member_count: 1, members: [{ ID: first }] });
    for (const id of teams.slice(0, 3)) expect((await get('teams', id))['tags']).toEqual(['t']);
  });

  test('of the same records in both directions leave every connection on one of them', async () => {
    const red = await team('Red');
    const blue = await team('Blue');
    const one = await person('One', { teams: connect(red) });
    const other = await person('Other', { teams: connect(blue) });
    await Promise.all([merge('people', [one, other]), merge('people', [other, one])]);
    const held = await Promise.all([one, other].map(async (id) => idsIn((await get('people', id))['teams'])));
    expect(held.map((ids) => ids.length).sort()).toEqual([0, 2]);
    for (const id of [red, blue]) expect(await get('teams', id)).toMatchObject({ member_count: 1 });
  });
});

describe('a refused merge leaves no trace', () => {
  const joined = async () => {
    const where = await team('Where');
    const teams = connect(where);
    const [first, second] = await pair(person, { teams }, { teams, tags: adding('b') });
    return { first, second, where };
  };
  const forbidden = (id: number, type = 'people') => ({
    code: 'update_post',
    status: 403,
    message: `You do not have permission to update ${type} with ID ${id}`,
  });
  const nobody = 99_999_999;
  const stranger = userActor(8, 'Other', ['access_people']);
  const invalid = { code: 'rest_invalid_param', status: 400 };
  type Joined = Awaited<ReturnType<typeof joined>>;

  test.each<[string, (records: Joined) => [both: [number, number], error: Fields, caller?: Actor]]>([
    ['of a record with itself', ({ first }) => [[first, first], invalid]],
    ['with a record that does not exist', ({ first }) => [[first, nobody], forbidden(nobody)]],
    ['into a record that does not exist', ({ second }) => [[nobody, second], forbidden(nobody)]],
    ['with a record of another type', ({ first, where }) => [[first, where], forbidden(where)]],
    [
      'by a user who cannot update the primary record',
      ({ first, second }) => [[first, second], forbidden(first), stranger],
    ],
  ])('%s', async (_what, refusedOf) => {
    const [both, error, caller] = refusedOf(await joined());
    await expectTraceless(() => merge('people', both, {}, caller && { caller }), error);
  });

  const tooLarge = { code: 'update_post', message: expect.stringMatching(/larger than/) };
  const itself = { code: 'add_connection_to_post', data: { field: 'friends' } };
  const manyTags = adding(
    ...Array.from({ length: 1_000 }, (_none, index) => `${index} ${'x'.repeat(2_500)}`),
  );

  test.each<[string, (records: Joined) => Fields, Fields]>([
    ['a field that does not exist', () => ({ nothing: 1 }), { data: { bad_fields: ['nothing'] } }],
    ['a value of the wrong shape', () => ({ tags: 'b' }), { code: 'update_multi_select_fields' }],
    ['an empty name', () => ({ name: ' ' }), { code: 'update_post', data: { field: 'name' } }],
    ['the archived record as a friend', ({ second }) => ({ friends: connect(second) }), itself],
    ['the record itself as a friend', ({ first }) => ({ friends: connect(first) }), itself],
    ['private values that are too large together', () => ({ words: manyTags }), tooLarge],
    ['values that are too large together', () => ({ tags: manyTags }), tooLarge],
  ])('that writes %s', async (_what, valuesOf, error) => {
    const records = await joined();
    const sent = { values: valuesOf(records), merge_comments: true };
    const request = () => merge('people', [records.first, records.second], sent);
    await expectTraceless(request, { status: 400, ...error });
  });

  test('by a user who cannot update the other record', async () => {
    const writer = userActor(9, 'Writer', ['access_contacts', 'create_contacts']);
    const { ID: mine } = await create('contacts', { name: 'Mine' }, writer);
    const theirs = await contact('Theirs');
    const refused = forbidden(theirs, 'contacts');
    await expectTraceless(() => merge('contacts', [mine, theirs], {}, { caller: writer }), refused);
    await expectTraceless(() => merge('contacts', [theirs, mine], {}, { caller: writer }), refused);
  });

  test('of a contact that represents a user', async () => {
    const [first, user] = await pair(contact);
    await harness.documents.updateOne({ _id: user }, { $set: { 'fields.corresponds_to_user': 12 } });
    await expectTraceless(() => merge('contacts', [first, user]), {
      code: 'update_post',
      status: 400,
      message: `The contact ${user} represents a user; make it the primary record.`,
    });
    await expect(merge('contacts', [user, first])).resolves.toMatchObject({ ID: user });
  });
});
