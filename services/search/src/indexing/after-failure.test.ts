import { afterEach, expect, jest, test } from '@jest/globals';
import { afterFailure, maxRefusals } from './after-failure.ts';
import type { IndexJob } from './index-job.ts';

const error = new Error('no');

afterEach(() => void jest.useRealTimers());

function job(changes: Partial<IndexJob>): IndexJob {
  const since = new Date(0);
  const defaults = { _id: 'a', recordIds: [], commentIds: [], since, dueAt: since, failures: 1, refusals: 0 };
  return { ...defaults, ...changes };
}

test.each([
  [{ recordIds: [1, 2, 3] }, [[1, 2], [3]], [[], []]],
  [{ commentIds: [1, 2] }, [[], []], [[1], [2]]],
  [{ recordIds: [1], commentIds: [2, 3] }, [[1], []], [[], [2, 3]]],
])('the job %j is split in halves', (content, recordIds, commentIds) => {
  const next = afterFailure(job(content), 'entry', error);
  expect(next.map((part) => part.recordIds)).toEqual(recordIds);
  expect(next.map((part) => part.commentIds)).toEqual(commentIds);
  expect(new Set(next.map(({ _id }) => _id)).add('a').size).toBe(3);
});

test('halves of a refused job are retried immediately, those of an unclear failure later', () => {
  jest.useFakeTimers({ now: 1_000_000 });
  const wait = (fault: 'entry' | 'unclear', failures: number) => {
    const [half] = afterFailure(job({ recordIds: [1, 2], failures }), fault, error);
    return ((half?.dueAt?.getTime() ?? 0) - Date.now()) / 1_000;
  };
  expect(wait('entry', 3)).toBe(0);
  expect([1, 3, 10].map((failures) => wait('unclear', failures))).toEqual([1, 4, 15]);
});

test.each(['engine', 'unclear'] as const)(
  'an entry is retried without limit while the fault is %s',
  (fault) => {
    const single = job({ recordIds: [1], failures: 1_000, refusals: maxRefusals - 1 });
    const [next] = afterFailure(single, fault, error);
    expect(next).toMatchObject({ _id: 'a', refusals: maxRefusals - 1, dueAt: expect.any(Date) });
    expect(next).not.toHaveProperty('setAside');
  },
);
