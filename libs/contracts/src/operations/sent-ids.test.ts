import { expect, test } from '@jest/globals';
import { recordsDismissDuplicates, recordsMerge } from './duplicates.ts';
import { recordsShare, recordsUnshare } from './sharing.ts';

const noIds = [0, -1, 1.5, 2 ** 60, '', '-1', '1.5', 'none', null, true, [4], { $gt: 0 }];

test.each(noIds)('%j is not a valid id for shares, dismissals and merges', (sent) => {
  const address = { post_type: 'contacts', id: 1 };
  for (const { input } of [recordsShare, recordsUnshare])
    expect(input.safeParse({ ...address, user_id: sent }).success).toBe(false);
  const dismissed = { post_type: 'contacts', record_id: 1, id: sent };
  expect(recordsDismissDuplicates.input.safeParse(dismissed).success).toBe(false);
  for (const key of ['primary_post_id', 'archiving_post_id']) {
    const merged = { post_type: 'contacts', primary_post_id: 1, archiving_post_id: 2, [key]: sent };
    expect(recordsMerge.input.safeParse(merged).success).toBe(false);
  }
});

test.each([{ values: 'all' }, { merge_comments: 'maybe' }])(
  'the input of a merge cannot have %j',
  (wrong) => {
    const merged = { post_type: 'contacts', primary_post_id: 1, archiving_post_id: '2' };
    expect(recordsMerge.input.safeParse(merged).success).toBe(true);
    expect(recordsMerge.input.safeParse({ ...merged, ...wrong }).success).toBe(false);
  },
);
