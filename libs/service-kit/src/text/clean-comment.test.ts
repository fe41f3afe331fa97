import { expect, test } from '@jest/globals';
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
  expect(cleanComment(sent)).toEqual({ problem: expect.stringMatching(problem) });
});
