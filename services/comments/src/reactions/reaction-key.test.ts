import { expect, test } from '@jest/globals';
import { reactionKey } from './reaction-key.ts';

test.each([
  'reaction_heart',
  'reaction_thumbs_up',
  'reaction_🎉',
  'reaction___proto__',
  `reaction_${'x'.repeat(91)}`,
])('%j is a reaction', (sent) => {
  expect(reactionKey(sent)).toBe(sent);
});

test('half a character is kept as what databases make of it', () => {
  expect(reactionKey('reaction_\ud800')).toBe('reaction_\ufffd');
});

test.each([
  '',
  'heart',
  'reaction_',
  'Reaction_heart',
  ' reaction_heart',
  '__proto__',
  `reaction_${'x'.repeat(92)}`,
])('%j is none', (sent) => {
  expect(() => reactionKey(sent)).toThrow(
    expect.objectContaining({
      code: 'toggle_post_comment_reaction',
      status: 400,
      message:
        'A reaction is a key that begins with "reaction_", such as reaction_heart, of at most 100 characters.',
      data: { params: ['reaction'] },
    }),
  );
});
