import { expect, test } from '@jest/globals';
import { entityTag, matchesTag, versionsOf } from './send-reply.ts';

const body = Buffer.from('{}');
const tag = entityTag({ body });

test('an entity tag is quoted and depends on the bytes of the body only', () => {
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTag({ body })).toBe(tag);
  expect(entityTag({ body: Buffer.from('{ }') })).not.toBe(tag);
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
])('If-None-Match is compared: %s', (_what, header, matches) => {
  expect(matchesTag(header, tag)).toBe(matches);
});

test.each([
  ['the tag of a record', entityTag({ body, version: 12 }), [12]],
  ['the tag as a proxy weakens it', `W/${entityTag({ body, version: 12 })}`, [12]],
  ['several tags', `${entityTag({ body, version: 3 })}, "other", ${entityTag({ body, version: 4 })}`, [3, 4]],
  ['a tag without a version', tag, []],
  ['a value that is not a tag', 'anything', []],
  ['any', ' * ', undefined],
  ['no header', undefined, undefined],
])('If-Match is read: %s', (_what, header, versions) => {
  expect(versionsOf(header)).toEqual(versions);
});
