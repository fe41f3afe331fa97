import { expect, test } from '@jest/globals';
import { moveFilters } from './move-filters.ts';
import type { MoveOfRecords } from './move.ts';
import { filtersSchema } from './source-answers.ts';

test('filters that come with the program are not saved again under its name for saved ones', async () => {
  const query = { shared_with: ['me'] };
  const answer = filtersSchema.parse({
    filters: [
      { ID: 'my_shared', tab: 'custom', name: 'Shared with me', query },
      { ID: 1697539200, tab: 'custom', name: 'Mine', query },
      { ID: 'all', tab: 'all', name: 'All', query },
    ],
  });
  const sent: unknown[] = [];
  const ask = (_operation: unknown, input: unknown) => {
    sent.push(input);
    return Promise.resolve({ saved: 1, problems: [] });
  };
  const move = {
    source: { get: () => Promise.resolve(answer) },
    ask,
    leftOut: { add: () => Promise.resolve() },
    name: 'source',
    ownId: 1,
    users: new Map(),
    types: {},
  } as unknown as MoveOfRecords;
  const tally = new Map<string, number>();
  await moveFilters(move, 'contacts', tally);
  expect(sent).toEqual([
    { user_id: 1, post_type: 'contacts', filters: [{ ID: 1697539200, name: 'Mine', query }] },
  ]);
  expect(tally).toEqual(new Map([['filters saved', 1]]));
});
