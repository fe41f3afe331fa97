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

test('a reaction is added and removed, and the answer lists the users who had it before', async () => {
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

test('a reaction changes nothing else of a comment and is published as a silent update', async () => {
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

test('reactions are kept when the comment is updated or moved', async () => {
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

test('simultaneous reactions of many users are all stored', async () => {
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

test('a repeated request does not remove the reaction', async () => {
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
  ['of a user who may only view the record', (id) => harness.react(viewer, id)],
  ['of a site link', (id) => harness.react(link, id)],
  ['to an unknown comment', () => harness.react(mona, '999999')],
  ['through another record', (id) => harness.react(mona, id, heart, { id: harness.record + 1 })],
  ['through another type', (id) => harness.react(mona, id, heart, { post_type: 'groups' })],
  ['with an invalid key', (id) => harness.react(mona, id, 'author'), none],
])('a reaction %s is refused and nothing is written', async (_whom, attempt, refusal = forbidden) => {
  const { comment_ID: id } = await harness.create(mona);
  await expect(attempt(id)).rejects.toMatchObject({ code: 'toggle_post_comment_reaction', ...refusal });
  expect((await harness.list()).comments).toMatchObject([{ comment_reactions: [], comment_meta: [] }]);
  await harness.events(1);
});
