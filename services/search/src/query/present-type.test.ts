import { expect, test } from '@jest/globals';
import { presentType } from './present-type.ts';

const contacts = { post_type: 'contacts', label_singular: 'Contact' };
const hits = Array.from({ length: 120 }, (_unused, index) => ({
  candidate: { id: index, name: { text: `n${index}`, version: 1, match: 'words' as const } },
  record: {
    id: index,
    name: `n${index}`,
    post_type: 'contacts',
    post_date: '2026-01-01 00:00:00',
    version: 1,
  },
}));

test.each([
  [0, 50, 0, 70, true, 50],
  [50, 50, 50, 20, true, 100],
  [100, 20, 100, 0, false, 120],
  [120, 0, undefined, 0, false, 120],
])('the page at %i has %i hits', (offset, total, first, remaining_count, has_more, next) => {
  const page = presentType(contacts, hits, { offset, status: undefined });
  expect(page).toMatchObject({ total, total_count: 120, remaining_count, has_more, offset: next });
  expect(page.posts[0]?.ID).toBe(first);
});
