import { expect, test } from '@jest/globals';
import type { StoredReaction } from '../store/comment-model.ts';
import { reactionKey, toggleReaction } from './reactions.ts';

test.each([
  ['reaction_heart', 'reaction_heart'],
  ['reaction_🎉', 'reaction_🎉'],
  ['reaction___proto__', 'reaction___proto__'],
  [`reaction_${'x'.repeat(91)}`, `reaction_${'x'.repeat(91)}`],
  ['reaction_\ud800', 'reaction_\ufffd'],
])('%j is stored as the reaction %j', (sent, key) => {
  expect(reactionKey(sent)).toBe(key);
});

test.each([
  '',
  'heart',
  'reaction_',
  'Reaction_heart',
  ' reaction_heart',
  '__proto__',
  `reaction_${'x'.repeat(92)}`,
])('%j is refused as a reaction', (sent) => {
  const code = 'toggle_post_comment_reaction';
  const message = expect.stringContaining('that begins with "reaction_"');
  const refusal = { code, status: 400, message, data: { params: ['reaction'] } };
  expect(() => reactionKey(sent)).toThrow(expect.objectContaining(refusal));
});

const of = (userId: number, key = 'reaction_heart'): StoredReaction => ({ key, userId, name: `U${userId}` });
const sad = [of(4, 'reaction_sad'), of(3, 'reaction_sad')];

test.each<[string, StoredReaction[], StoredReaction[], string[] | true]>([
  ['adds the first one', [], [of(3)], []],
  ['adds one after those of other users', [of(4), of(5)], [of(4), of(5), of(3)], ['4', '5']],
  ['removes only the user’s own', [of(4), of(3), of(5)], [of(4), of(5)], true],
  ['leaves other keys alone', sad, [...sad, of(3)], []],
  ['removes one that was added under a former name', [{ ...of(3), name: 'Before' }], [], true],
])('a toggle %s', (_what, before, reactions, answer) => {
  expect(toggleReaction(before, of(3))).toEqual({ reactions, answer });
});

test('a user has at most twenty reactions to a comment, regardless of other users', () => {
  const many = Array.from({ length: 20 }, (_, index) => of(3, `reaction_${index}`));
  expect(() => toggleReaction(many, of(3))).toThrow(
    expect.objectContaining({ code: 'toggle_post_comment_reaction', status: 400 }),
  );
  expect(toggleReaction(many, of(3, 'reaction_0')).answer).toBe(true);
  expect(toggleReaction(many, of(4)).answer).toEqual([]);
});
