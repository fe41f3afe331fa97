import { describe, expect, test } from '@jest/globals';
import type { StoredReaction } from '../store/comment-model.ts';
import { toggleReaction } from './toggle-reaction.ts';

const of = (userId: number, key = 'reaction_heart'): StoredReaction => ({ key, userId, name: `U${userId}` });

describe('toggling a reaction', () => {
  test.each<[string, StoredReaction[], StoredReaction, StoredReaction[], string[] | true]>([
    ['adds the first one', [], of(3), [of(3)], []],
    ['adds one behind those of others', [of(4), of(5)], of(3), [of(4), of(5), of(3)], ['4', '5']],
    ['takes back one’s own and no other’s', [of(4), of(3), of(5)], of(3), [of(4), of(5)], true],
    [
      'has nothing to do with other keys',
      [of(4, 'reaction_sad'), of(3, 'reaction_sad')],
      of(3),
      [of(4, 'reaction_sad'), of(3, 'reaction_sad'), of(3)],
      [],
    ],
    ['takes back what was added under another name', [{ ...of(3), name: 'Before' }], of(3), [], true],
  ])('%s', (_what, before, reaction, reactions, answer) => {
    expect(toggleReaction(before, reaction)).toEqual({ reactions, answer });
  });

  test('keeps no more of one user than twenty, and of others all the same', () => {
    const many = Array.from({ length: 20 }, (_, index) => of(3, `reaction_${index}`));
    expect(() => toggleReaction(many, of(3))).toThrow(
      expect.objectContaining({ code: 'toggle_post_comment_reaction', status: 400 }),
    );
    expect(toggleReaction(many, of(3, 'reaction_0')).answer).toBe(true);
    expect(toggleReaction(many, of(4)).answer).toEqual([]);
  });
});
