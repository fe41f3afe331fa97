import { afterEach, describe, expect, test } from '@jest/globals';
import { commentsList } from '@svc/contracts';
import {
  harnessOfSuite,
  type CommentsHarness,
  mona,
  omar,
  outsider,
  viewer,
} from './testing/comments-harness.ts';

const harness = harnessOfSuite();

type Listed = Awaited<ReturnType<CommentsHarness['list']>>;

const contents = async (...page: Parameters<CommentsHarness['list']>) =>
  (await harness.list(...page)).comments.map((comment) => comment.comment_content);

test('comments are listed newest first by date, and by creation for equal dates', async () => {
  await harness.create(mona, { comment: 'old', date: '2020-01-01' });
  await harness.create(mona, { comment: 'new, first', date: '2030-01-01' });
  await harness.create(omar, { comment: 'new, second', date: '2030-01-01' });
  await harness.create(omar, { comment: 'now' });
  expect(await contents(viewer)).toEqual(['new, first', 'new, second', 'now', 'old']);
});

test('a list has current names of users, stored names of other authors, and no origin', async () => {
  const { comment_ID } = await harness.create(mona);
  await harness.create(omar, { date: '2020-01-01' });
  const answer = await harness.list();
  commentsList.output.parse(answer);
  expect(answer.comments[0]).toEqual({
    comment_ID,
    comment_author: 'Mona Multiplier',
    comment_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    comment_date_gmt: answer.comments[0]?.comment_date,
    gravatar: 'https://avatar.test/3',
    comment_content: 'first comment',
    user_id: '3',
    comment_type: 'comment',
    comment_post_ID: String(harness.record),
    comment_reactions: [],
    comment_meta: [],
  });
  expect(answer.comments[1]).toMatchObject({ comment_author: 'Omar', gravatar: '' });
});

test('the pages of a list do not overlap and all have the total', async () => {
  for (let made = 0; made < 7; made += 1)
    await harness.create(mona, { comment: `c${made}`, date: '2025-05-05' });
  const pages = await Promise.all([0, 3, 6, 9].map((offset) => harness.list(mona, { number: 3, offset })));
  expect(pages.map(({ comments }) => comments.map((comment) => comment.comment_content))).toEqual([
    ['c0', 'c1', 'c2'],
    ['c3', 'c4', 'c5'],
    ['c6'],
    [],
  ]);
  expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
  expect(await contents()).toHaveLength(7);
});

test('a list has at most 4 MB of the newest comments and the offset of the rest', async () => {
  for (const year of [2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028])
    await harness.create(mona, { comment: '&'.repeat(131_072), date: `${year}-01-01` });
  for (const [page, begin] of [
    [{}, 0],
    [{ number: 5_000 }, 1],
  ] as const) {
    const seen = new Set<string>();
    let offset: number | undefined = begin;
    for (let pages = 0; offset !== undefined; pages += 1) {
      expect(pages).toBeLessThan(3);
      const answer: Listed = await harness.list(mona, { ...page, offset });
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(4 * 1024 * 1024);
      expect(answer.total).toBe(8 * 132);
      for (const { comment_ID } of answer.comments) seen.add(comment_ID);
      offset = answer.next_offset;
      if (offset !== undefined) expect(offset).toBe(begin + seen.size);
    }
    expect(seen.size).toBe(8 * 132 - begin);
  }
});

describe('a list that extensions filter', () => {
  afterEach(() => {
    harness.filter = undefined;
  });

  test('is replaced by the answer of the extension, which gets the reader as its caller', async () => {
    await harness.create(mona, { comment: 'one', date: '2020-01-02' });
    await harness.create(mona, { comment: 'two', date: '2020-01-01' });
    harness.filter = (comments) => comments.map((comment) => ({ ...comment, mark: 'seen' })).slice(1);
    const { comments, total } = await harness.list(viewer);
    expect(comments).toMatchObject([{ comment_content: 'two', mark: 'seen' }]);
    expect(total).toBe(2);
    expect(harness.filtered).toEqual([{ post_type: 'contacts', id: harness.record, caller: 5, comments: 2 }]);
  });

  test('is also filtered when it is empty', async () => {
    harness.filter = () => [{ comment_content: 'from elsewhere' }];
    expect(await harness.list()).toEqual({ comments: [{ comment_content: 'from elsewhere' }], total: 0 });
  });

  test('calls no extension when none is installed', async () => {
    harness.filtered.length = 0;
    await harness.create(mona);
    await harness.list();
    expect(harness.filtered).toEqual([]);
  });
});

test('a list is refused to a user who may not view the record', async () => {
  await harness.create(mona);
  const refusal = { code: 'get_post_comments', status: 403, message: 'No permissions to read post' };
  await expect(harness.list(outsider)).rejects.toMatchObject(refusal);
});
