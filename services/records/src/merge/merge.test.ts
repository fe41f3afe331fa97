import { describe, expect, test } from '@jest/globals';
import { addComments, recordsDuplicates } from '@svc/contracts';
import { commandsFor, userActor } from '@svc/service-kit/testing';
import { connect, connector, idsIn } from '../testing/connected-client.ts';
import { historyOf as pageOf } from '../testing/record-client.ts';
import { seedMembers } from '../testing/seed-members.ts';
import { mergingOfSuite } from './testing/merging-harness.ts';

const { harness, create, update, get, merge, person, team, contact, trace, moved } = mergingOfSuite();

const ann = connector(3);

const historyOf = async (postType: string, id: number) =>
  (await pageOf(harness, { post_type: postType, id }, ann)).activity;

describe('a merge', () => {
  test('archives the second contact and gives what it has to the first, in one commit with one event for each', async () => {
    const first = await create('contacts', { name: 'First', tags: { values: [{ value: 'a' }] } });
    const second = await create(
      'contacts',
      { name: 'Second', nickname: 'Sec', tags: { values: [{ value: 'a' }, { value: 'b' }] } },
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

  test('keeps the meta of connections, those of the first before others, and tells of them at their other ends', async () => {
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
    const first = await team('First');
    const second = await team('Second', { parent_teams: connect(parent), child_teams: connect(child) });
    await update('teams', first, { parent_teams: connect(second) });
    const merged = await merge('teams', [first, second]);
    expect(idsIn(merged['parent_teams'])).toEqual([parent]);
    expect(idsIn(merged['child_teams'])).toEqual([child]);
    expect(idsIn((await get('teams', parent))['child_teams'])).toEqual([first]);
    expect(idsIn((await get('teams', child))['parent_teams'])).toEqual([first]);
  });

  test('goes by the values that the client chose', async () => {
    const kept = await team('Kept');
    const dropped = await team('Dropped');
    const added = await team('Added');
    const first = await person('First', { tags: { values: [{ value: 'a' }] } });
    const second = await person('Second', {
      tags: { values: [{ value: 'b' }, { value: 'c' }] },
      teams: connect(kept, dropped),
    });
    const merged = await merge('people', [first, second], {
      values: {
        tags: { values: [{ value: 'c' }] },
        teams: { values: [{ value: dropped, delete: true }, { value: added }] },
        starred: true,
      },
    });
    expect(merged).toMatchObject({ tags: ['a', 'c'], starred: true });
    expect(idsIn(merged['teams']).sort()).toEqual([kept, added].sort());
    expect(await get('teams', dropped)).toMatchObject({ members: [], member_count: 0 });
    expect(await get('teams', added)).toMatchObject({ members: [{ ID: first }], member_count: 1 });
  });

  test('with a forced list of connections has those alone', async () => {
    const own = await team('Own');
    const others = await team('Others');
    const listed = await team('Listed');
    const first = await person('First', { teams: connect(own) });
    const second = await person('Second', { teams: connect(others, listed) });
    const values = { teams: { ...connect(listed), force_values: true } };
    expect(idsIn((await merge('people', [first, second], { values }))['teams'])).toEqual([listed]);
    for (const id of [own, others]) expect(await get('teams', id)).toMatchObject({ members: [] });
    expect(await get('teams', listed)).toMatchObject({ members: [{ ID: first }], member_count: 1 });
  });

  test('takes the notes that come with its values', async () => {
    const first = await contact('First');
    const second = await contact('Second');
    const adding = await commandsFor(harness.harness, addComments, { ids: ['1'] });
    await merge('contacts', [first, second], { values: { notes: ['They are the same'] } });
    expect(adding.inputs).toMatchObject([
      { record_id: first, comments: [{ text: 'They are the same', silent: true }] },
    ]);
    await adding.stop();
  });

  test('leaves comments where they are unless they are asked for', async () => {
    const first = await person('First');
    const second = await person('Second');
    const before = moved().length;
    await merge('people', [first, second]);
    await merge('people', [first, await person('Third')], { merge_comments: false });
    expect(moved()).toHaveLength(before);
  });

  test('remembers where the comments of the second went, until it goes on itself', async () => {
    const first = await person('First');
    const second = await person('Second');
    const commentsOf = async (id: number) => (await harness.stored(id)).commentsWith;
    await merge('people', [first, second], { merge_comments: true });
    expect([await commentsOf(first), await commentsOf(second)]).toEqual([undefined, first]);
    await merge('people', [second, first]);
    expect([await commentsOf(first), await commentsOf(second)]).toEqual([undefined, undefined]);
  });

  test('the other way round makes the archived record the one that goes on', async () => {
    const first = await contact('First');
    const second = await contact('Second');
    await merge('contacts', [first, second]);
    const values = { overall_status: 'active' };
    const merged = await merge('contacts', [second, first], { values });
    expect(merged).toMatchObject({ overall_status: { key: 'active' }, duplicate_of: '' });
    expect(await get('contacts', first)).toMatchObject({ duplicate_of: String(second) });
  });

  test('answers nothing but the id to who may update and not view', async () => {
    const first = await contact('First');
    const second = await contact('Second');
    const blind = userActor(7, 'Blind', ['access_contacts', 'update_any_contacts']);
    expect(await merge('contacts', [first, second], {}, { caller: blind })).toEqual({ ID: first });
  });

  test('is done once however often it is sent', async () => {
    const where = await team('Where');
    const first = await person('First');
    const second = await person('Second', { teams: connect(where) });
    const values = { tags: { values: [{ value: 'x' }] } };
    const once = await merge('people', [first, second], { values }, { key: 'merge-once' });
    const before = await trace();
    expect(await merge('people', [first, second], { values }, { key: 'merge-once' })).toEqual(once);
    expect(await trace()).toEqual(before);
    await expect(merge('people', [second, first], {}, { key: 'merge-once' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
});

describe('at the same time', () => {
  test('as others connect the same records, nothing is lost and both sides agree', async () => {
    const teams = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => team(name)));
    const first = await person('First');
    const second = await person('Second', { teams: connect(...teams.slice(0, 3)) });
    await Promise.all([
      merge('people', [first, second]),
      ...teams.slice(3).map((id) => update('people', first, { teams: connect(id) })),
      ...teams.slice(0, 3).map((id) => update('teams', id, { tags: { values: [{ value: 't' }] } })),
      update('people', second, { tags: { values: [{ value: 'late' }] } }),
    ]);
    const stored = await get('people', first);
    expect(idsIn(stored['teams']).sort()).toEqual([...teams].sort());
    for (const id of teams)
      expect(await get('teams', id)).toMatchObject({ member_count: 1, members: [{ ID: first }] });
    for (const id of teams.slice(0, 3)) expect((await get('teams', id))['tags']).toEqual(['t']);
  });

  test('of the same two both ways round leaves every connection with one of them', async () => {
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

describe('a well known record', () => {
  test('is merged with a history of ten thousand items, none of them lost and each with its time', async () => {
    const first = await person('First');
    const second = await person('Second', { tags: { values: [{ value: 'x' }] } });
    const { activity } = harness;
    const row = await activity.findOne({ recordId: second, metaKey: 'tags' }).lean();
    if (!row) throw new Error('the tag is in no history');
    const items = Array.from({ length: 10_000 }, (_none, index) => ({
      ...row,
      _id: 9_000_000 + index,
      time: 1_000_000_000 + index,
    }));
    await activity.insertMany(items);
    await merge('people', [first, second], {}, { milliseconds: 60_000 });
    expect(await activity.countDocuments({ recordId: second, _id: { $gte: 9_000_000 } })).toBe(0);
    const moved = await activity
      .find({ recordId: first, _id: { $gte: 9_000_000 } })
      .sort({ _id: 1 })
      .lean();
    // What they changed cannot be undone in another record.
    expect(moved).toEqual(items.map(({ undo: _undo, ...item }) => ({ ...item, recordId: first })));
  });
});

describe('a well connected record', () => {
  test('is merged with a thousand connections, each record in one version', async () => {
    const first = await team('First');
    const second = await team('Second');
    await seedMembers(harness, second, 1_000);
    const merged = await merge('teams', [first, second], {}, { milliseconds: 60_000 });
    expect(merged).toMatchObject({ member_count: 1_000 });
    expect(merged['members']).toHaveLength(1_000);
    expect(await harness.edges.countDocuments({ key: 'people_to_teams', to: first })).toBe(1_000);
    expect(await harness.edges.countDocuments({ key: 'people_to_teams', to: second })).toBe(0);
    const members = await harness.documents.find({ linkTerms: `people_to_teams:from:${first}` }).lean();
    expect(new Set(members.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await harness.documents.countDocuments({ linkTerms: `people_to_teams:from:${second}` })).toBe(0);
  });

  test('with more than a thousand can go on, and not be given up', async () => {
    const large = await team('Large');
    const small = await team('Small');
    await seedMembers(harness, large, 1_001);
    const member = await person('Member', { teams: connect(small) });
    const before = await trace();
    await expect(merge('teams', [small, large])).rejects.toMatchObject({
      code: 'update_post',
      status: 400,
      message: `The record ${large} has 1001 connections, and a merge moves at most 1000: make it the primary record, or remove some of them first.`,
    });
    expect(await trace()).toEqual(before);
    expect(await merge('teams', [large, small])).toMatchObject({ member_count: 1_002 });
    expect(idsIn((await get('people', member))['teams'])).toEqual([large]);
  });
});
