import { expect, test } from '@jest/globals';
import { cleanComment, maxCommentLength } from '@svc/service-kit';
import { growth } from '@svc/service-kit/testing';
import { commentParts } from './comment-parts.ts';
import { mentionedIn } from './mentioned-in.ts';

test.each([
  '&',
  '&#',
  '<',
  '<a href="x',
  '<a title="t" ',
  '<!--',
  '<script ',
  '</em>',
  '<em>a</em>',
  '@[',
  '@[a](1)',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '你',
  ' ',
])('a comment of %j takes time in proportion to its length', (text) => {
  const write = (size: number) => {
    const cleaned = cleanComment(text.repeat(size / Buffer.byteLength(text)));
    if ('text' in cleaned) mentionedIn(commentParts(cleaned.text).join(''));
  };
  expect(growth(maxCommentLength / 4, write)).toBeLessThan(10);
});

test.each(['<em>a', '<div>a', '<p><div>'])('a comment of %j takes time in proportion to its tags', (text) => {
  const write = (size: number) => {
    const cleaned = cleanComment('a' + text.repeat(size / (text.split('<').length - 1)));
    if ('text' in cleaned) commentParts(cleaned.text);
  };
  expect(growth(2_500, write)).toBeLessThan(10);
});
