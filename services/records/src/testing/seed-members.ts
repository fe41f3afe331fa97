import type { EdgeDocument } from '../model/edge.ts';
import type { RecordsHarness } from './records-harness.ts';

/** Makes that many people members of a team as if they had been connected one by one, beside the operations. */
export async function seedMembers(harness: RecordsHarness, teamId: number, count: number): Promise<void> {
  const people = await harness.seed('people', count, {
    degrees: { 'people_to_teams:from': 1 },
    linkTerms: ['people_to_teams:from:*', `people_to_teams:from:${teamId}`],
  });
  const createdAt = new Date(Date.UTC(2020, 0, 1));
  const edges = people.map((from, position): EdgeDocument => {
    const key = 'people_to_teams';
    return { _id: `${key}:${from}:${teamId}`, key, from, to: teamId, createdAt, position };
  });
  await harness.edges.collection.insertMany(edges as never[]);
  const many = count > 100 ? ['people_to_teams:to:*', 'people_to_teams:to:many'] : [];
  const $set = {
    degrees: { 'people_to_teams:to': count },
    linkTerms: many,
    'fields.member_count': count,
    'sort.member_count': count,
  };
  await harness.documents.updateOne({ _id: teamId }, { $set });
}
