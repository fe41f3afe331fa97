import { expect, test } from '@jest/globals';
import { viewEvent } from '../testing/told-events.ts';
import type { LastView } from './last-views.ts';
import { processViews } from './process-views.ts';

test('views of a batch are taken together, the latest of each user and record', async () => {
  const asked: [what: 'note' | 'viewed', views: readonly LastView[]][] = [];
  const views = processViews({
    lastViews: { note: async (noted) => void asked.push(['note', noted]) },
    notifications: { viewed: async (seen) => void asked.push(['viewed', seen]) },
  });
  const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 9, 0, second));
  const view = (user: number, record: number, second: number) => {
    return { user_id: user, post_type: 'contacts', record_id: record, at: at(second).toISOString() };
  };
  const later = viewEvent([view(4, 12, 3), view(4, 13, 2), view(5, 12, 6)]);
  await views.handle([viewEvent([view(4, 12, 5), view(5, 12, 1)]), later]);
  const latest = [
    { userId: 4, recordId: 12, at: at(5) },
    { userId: 5, recordId: 12, at: at(6) },
    { userId: 4, recordId: 13, at: at(2) },
  ];
  expect(asked).toEqual(['note', 'viewed'].map((what) => [what, latest]));
});
