import { expect, test } from '@jest/globals';
import { inEnglish } from '@svc/contracts';
import { cleanComment, cutComment, maxCommentLength } from './clean-comment.ts';

test.each([
  ['an empty text', '', /^is empty/],
  ['white space', ' \n', /^is empty/],
  [
    'a text above the maximum length',
    'é'.repeat(maxCommentLength / 2) + 'x',
    /^is longer than the maximum of 131072 bytes/,
  ],
  ['a text of tags only', '<b></b><br>', /^is empty/],
  ['a text with too many tags', '<em>x'.repeat(10_001), /^has more than the maximum of 10000 HTML tags/],
])('%s is refused as a comment', (_what, sent, problem) => {
  const cleaned = cleanComment(sent);
  expect('problem' in cleaned && inEnglish(cleaned.problem)).toMatch(problem);
});

test('a text of the maximum length is accepted, even if its cleaned form is longer', () => {
  const text = '&'.repeat(maxCommentLength);
  expect(cleanComment(text)).toEqual({ text: '&amp;'.repeat(maxCommentLength) });
  expect(cutComment(text)).toBe(text);
});

test('a cut text is within the maximum, ends with a whole character, and has a notice of the cut', () => {
  for (const blanks of ['', ' ', '  ']) {
    const cut = cutComment(blanks + '你好'.repeat(50_000));
    expect(cut).toMatch(/^ *[你好]+ … \[cut: the text had 30000\d bytes\]$/);
    const length = Buffer.byteLength(cut);
    expect(length).toBeGreaterThan(maxCommentLength - 3);
    expect(length).toBeLessThanOrEqual(maxCommentLength);
  }
});
