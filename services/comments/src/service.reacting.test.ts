import { expect, test } from '@jest/globals';
import { commentsList } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { harnessOfSuite, link, mona, omar, viewer } from './testing/comments-harness.ts';

const harness = harnessOfSuite();

/** The reactions to the only comment of the record. */
async function reactions() {
  const answer = await harness.list();
  commentsList.output.parse(answer);
  return answer.comments[0]?.comment_reactions;
}

const byMona = { name: 'Mona Multiplier', user_id: '3' };
const byOmar = { name: 'Omar', user_id: '4' };

test('a reaction is added and taken back, with who had it before as the answer', async () => {
  const { comment_ID: id } = await harness.create(mona);
  expect(await harness.react(mona, id)).toEqual([]);
  expect(await harness.react(omar, id)).toEqual(['3']);
  expect(await harness.react(omar, id, 'reaction_wow')).toEqual([]);
  expect(await reactions()).toEqual({ reaction_heart: [byMona, byOmar], reaction_wow: [byOmar] });
  expect(await harness.react(mona, id)).toBe(true);
  expect(await harness.react(omar, id, 'reaction_wow')).toBe(true);
  expect(await reactions()).toEqual({ reaction_heart: [byOmar] });
  expect(await harness.react(omar, id)).toBe(true);
  expect(await reactions()).toEqual([]);
});

test('reacting changes nothing else of a comment, and is told as a change of it that nobody is notified of', async () => {
  const { comment_ID: id } = await harness.create(mona, { comment: 'hello @[Omar](4)', meta: { k: 'v' } });
  const [before] = (await harness.list()).comments;
  await harness.react(omar, id);
  const after = { ...before, comment_reactions: { reaction_heart: [byOmar] } };
  expect((await harness.list()).comments).toEqual([after]);
  expect((await harness.events(2))[1]).toEqual({
    verb: 'svc.comment.updated',
    id: Number(id),
    post_type: 'contacts',
    record_id: harness.record,
    version: 2,
    type: 'comment',
    author_id: 3,
    content: 'hello @[Omar](4)',
  });
});

test('reactions stay when the comment is changed, and go where it goes', async () => {
  const { comment_ID: id } = await harness.create(mona);
  await harness.react(omar, id);
  await harness.update(mona, id, { comment: 'said better', meta: { reaction_heart: '9' } });
  const to = harness.record + 1;
  await harness.moveTo(to);
  harness.record = to;
  expect((await harness.list()).comments).toMatchObject([
    { comment_content: 'said better', comment_meta: [], comment_reactions: { reaction_heart: [byOmar] } },
  ]);
});

test('of reactions of many users at the same time none is lost', async () => {
  const { comment_ID: id } = await harness.create(mona);
  const users = Array.from({ length: 8 }, (_, index) => userActor(20 + index, `User ${20 + index}`));
  const answers = await Promise.all(users.map((user) => harness.react(user, id)));
  const shown = (await reactions()) as Record<string, { user_id: string }[]>;
  const ids = shown['reaction_heart']?.map(({ user_id: userId }) => userId) ?? [];
  expect([...ids].sort()).toEqual(users.map(({ userId }) => String(userId)));
  // Each was answered with those who came before.
  expect(answers.map((answer) => (answer as string[]).length).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await harness.events(9);
});

test('a repeat of the request is the same reaction, not its end', async () => {
  const { comment_ID: id } = await harness.create(mona);
  const idempotencyKey = `react-${harness.record}`;
  const react = () => harness.react(omar, id, 'reaction_sad', { idempotencyKey });
  expect(await Promise.all([react(), react(), react()])).toEqual([[], [], []]);
  expect(await reactions()).toEqual({ reaction_sad: [byOmar] });
  await harness.events(2);
});

const forbidden = { status: 403, message: 'You do not have permission for this' };
const none = { status: 400, message: expect.stringContaining('reaction_heart') };

const heart = 'reaction_heart';

test.each<[string, (id: string) => Promise<unknown>, object?]>([
  ['to one who may only view the record', (id) => harness.react(viewer, id)],
  ['to a site link, which is nobody', (id) => harness.react(link, id)],
  ['to a comment that is not there', () => harness.react(mona, '999999')],
  ['through another record', (id) => harness.react(mona, id, heart, { id: harness.record + 1 })],
  ['through another type', (id) => harness.react(mona, id, heart, { post_type: 'groups' })],
  ['of a key that is none', (id) => harness.react(mona, id, 'author'), none],
])('a reaction is refused %s, and nothing is written', async (_whom, attempt, refusal = forbidden) => {
  const { comment_ID: id } = await harness.create(mona);
  await expect(attempt(id)).rejects.toMatchObject({ code: 'toggle_post_comment_reaction', ...refusal });
  expect((await harness.list()).comments).toMatchObject([{ comment_reactions: [], comment_meta: [] }]);
  await harness.events(1);
});
