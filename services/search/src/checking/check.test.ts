import { expect, test } from '@jest/globals';
import type { JobRun } from '@svc/service-kit/store';
import { commentEntry } from '../engine/entries.ts';
import { toCommentState } from '../projection/refresh-comments.ts';
import { visibilityMark, type RecordState } from '../projection/record-state.ts';
import { checkBeginning, type CheckProgress } from './check-progress.ts';
import { check } from './check.ts';

type Deps = Parameters<typeof check>[1];

const visibility = { shared_with: [3], type: 'access', sources: [] };
const record: RecordState = {
  _id: 1,
  version: 1,
  postType: 'contacts',
  name: 'Ann',
  texts: [],
  visibility,
  mark: visibilityMark(visibility),
};
const comment = {
  id: 2,
  record_id: 1,
  post_type: 'contacts',
  version: 1,
  content: 'on its way',
};

/** An engine that processes a task, which adds the entry of the comment, after it was asked `looks` times for open tasks. */
function engineBehindBy(looks: number): Deps['engine'] {
  let left = looks;
  const entries = () => (left > 0 ? [] : [commentEntry(toCommentState(comment), record)]);
  const tasks = ({ statuses }: { statuses?: unknown }) => {
    if (statuses === undefined) return [{ uid: 7 }];
    left -= 1;
    return left > 0 ? [{ uid: 7 }] : [];
  };
  const index = {
    uid: 'svc_comments',
    search: async () => ({ facetDistribution: {} }),
    getDocuments: async () => ({ results: entries() }),
  };
  const client = {
    index: () => index,
    tasks: { getTasks: async (query: object) => ({ results: tasks(query) }) },
  };
  return { client, indexUid: () => index.uid } as unknown as Deps['engine'];
}

/** A run of a check that has come to the comments. */
function runOfComments(): JobRun<CheckProgress> {
  const run = {
    progress: { ...checkBeginning(true), state: 'comments' as const },
    stopping: new AbortController().signal,
    save: async (changes: Partial<CheckProgress>) => void Object.assign(run.progress, changes),
  };
  return run as unknown as JobRun<CheckProgress>;
}

test('an entry that waits in the queue of the engine is not missing', async () => {
  const run = runOfComments();
  const sources = {
    commentCounts: async () => ({ contacts: 1 }),
    commentsAfter: async (after: number) => (after === 0 ? [comment] : []),
    comments: async () => [comment],
  };
  const records = { find: () => ({ lean: async () => [record] }) };
  const deps = { engine: engineBehindBy(3), sources, records, secondLookMs: 0 } as unknown as Deps;
  await check(run, deps);
  expect(run.progress.comments).toMatchObject({ compared: 1, missing: 0, stale: 0, leftOver: 0 });
});
