import { expect, test } from '@jest/globals';
import { entityTag, matchesTag } from './send-reply.ts';

const tag = entityTag(Buffer.from('{}'));

test('a tag is quoted, and follows the bytes alone', () => {
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTag(Buffer.from('{}'))).toBe(tag);
  expect(entityTag(Buffer.from('{ }'))).not.toBe(tag);
});

test.each([
  ['the tag', tag, true],
  ['the tag as a proxy weakens it', `W/${tag}`, true],
  ['the tag among others', `"other", ${tag}`, true],
  ['any', '*', true],
  ['another tag', '"other"', false],
  ['the tag without quotes', tag.slice(1, -1), false],
  ['nothing', '', false],
  ['no header', undefined, false],
])('If-None-Match with %s', (_what, header, matches) => {
  expect(matchesTag(header, tag)).toBe(matches);
});
