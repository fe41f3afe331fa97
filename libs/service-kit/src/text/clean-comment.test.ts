import { expect, test } from '@jest/globals';
import { inEnglish } from '@svc/contracts';
import { cleanComment } from './clean-comment.ts';

test('the text of a comment is cleaned', () => {
  expect(cleanComment('hello <b>x</b> <em>y</em>')).toEqual({ text: 'hello x <em>y</em>' });
});

test.each([
  ['nothing', '', /^is empty/],
  ['space', ' \n', /^is empty/],
  ['nothing but tags', '<b></b><br>', /^is empty/],
  ['too many tags', '<em>x'.repeat(10_001), /^has more than 10000 HTML tags/],
])('%s is no comment', (_what, sent, problem) => {
  const cleaned = cleanComment(sent);
  expect('problem' in cleaned && inEnglish(cleaned.problem)).toMatch(problem);
});
