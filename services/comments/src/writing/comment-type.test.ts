import { expect, test } from '@jest/globals';
import { commentType } from './comment-type.ts';

test.each([
  [undefined, 'comment'],
  ['', 'comment'],
  ['contact_facebook', 'contact_facebook'],
  ['a type that is too long', 'a type that is too l'],
  ['😀'.repeat(21), '😀'.repeat(20)],
])('the type %j is stored as %j', (sent, expected) => {
  expect(commentType(sent)).toBe(expected);
});
