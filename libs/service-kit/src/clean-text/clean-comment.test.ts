import { expect, test } from '@jest/globals';
import { inEnglish } from '@svc/contracts';
import { cleanComment, cutComment, maxCommentLength } from './clean-comment.ts';

test.each([
  ['nothing', '', /^is empty/],
  ['space', ' \n', /^is empty/],
  [
    'a text that is too long',
    'é'.repeat(maxCommentLength / 2) + 'x',
    /^is longer than the maximum of 131072 bytes/,
  ],
  ['nothing but tags', '<b></b><br>', /^is empty/],
  ['too many tags', '<em>x'.repeat(10_001), /^has more than the maximum of 10000 HTML tags/],
])('%s is no comment', (_what, sent, problem) => {
  const cleaned = cleanComment(sent);
  expect('problem' in cleaned && inEnglish(cleaned.problem)).toMatch(problem);
});

test('a text of just the limit is a comment, whatever becomes longer when it is cleaned', () => {
  const text = '&'.repeat(maxCommentLength);
  expect(cleanComment(text)).toEqual({ text: '&amp;'.repeat(maxCommentLength) });
  expect(cutComment(text)).toBe(text);
});

test('a text that is cut to a comment fits, ends with a whole character, and says that it was cut', () => {
  for (const blanks of ['', ' ', '  ']) {
    const cut = cutComment(blanks + '你好'.repeat(50_000));
    expect(cut).toMatch(/^ *[你好]+ … \[cut: the text had 30000\d bytes\]$/);
    const length = Buffer.byteLength(cut);
    expect(length).toBeGreaterThan(maxCommentLength - 3);
    expect(length).toBeLessThanOrEqual(maxCommentLength);
  }
});
