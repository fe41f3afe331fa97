import { describe, expect, test } from '@jest/globals';
import { sized } from '@svc/testing';
import { connect, idsIn } from '../testing/connected-client.ts';
import { values as adding } from '../testing/record-client.ts';
import { seedMembers } from '../testing/seed-members.ts';
import { mergingOfSuite } from './testing/merging-harness.ts';

const { harness, get, merge, person, pair, team, expectTraceless } = mergingOfSuite();

describe('a record with a long history and many connections', () => {
  test('is merged with thousands of items of history, which keep their times', async () => {
    const [first, second] = await pair(person, {}, { tags: adding('x') });
    const { activity } = harness;
    const row = await activity.findOne({ recordId: second, metaKey: 'tags' }).lean();
    if (!row) throw new Error('the tag is in no history');
    const items = Array.from({ length: sized(1_000, 10_000) }, (_none, index) => ({
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

  test('is merged with a thousand connections, each record in one version', async () => {
    const [first, second] = await pair(team);
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

  test('can only be the primary record with more than a thousand connections', async () => {
    const large = await team('Large');
    const small = await team('Small');
    await seedMembers(harness, large, 1_001);
    const member = await person('Member', { teams: connect(small) });
    await expectTraceless(() => merge('teams', [small, large]), {
      code: 'update_post',
      status: 400,
      message: `The record ${large} has 1001 connections; a merge moves at most 1000. Make it the primary record, or remove some connections first.`,
    });
    expect(await merge('teams', [large, small])).toMatchObject({ member_count: 1_002 });
    expect(idsIn((await get('people', member))['teams'])).toEqual([large]);
  });
});
