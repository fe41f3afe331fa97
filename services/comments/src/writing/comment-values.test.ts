import { expect, test } from '@jest/globals';
import { commentDate, commentType, mentionedIn } from './comment-values.ts';

const now = new Date('2026-11-20T12:20:51.789Z');

test.each([
  [undefined, '2026-11-20T12:20:51.000Z'],
  ['', '2026-11-20T12:20:51.000Z'],
  ['2020-02-29', '2020-02-29T00:00:00.000Z'],
  ['2020-02-29 23:59:59', '2020-02-29T23:59:59.000Z'],
  ['2020-02-29 23:59:59.123456', '2020-02-29T23:59:59.000Z'],
  ['2020-02-29T23:59:59+05:30', '2020-02-29T23:59:59.000Z'],
  ['2020-02-29T23:59:59-0800', '2020-02-29T23:59:59.000Z'],
])('the date %j is read as %j', (text, expected) => {
  expect(commentDate(text, now).toISOString()).toBe(expected);
});

test.each([
  '2020-02-29T23:59:59Z',
  '29/02/2020',
  '1582934400',
  '2021-02-29',
  '2020-13-01',
  '2020-00-10',
  '2020-01-01 24:00:00',
  '2020-01-01 10:60:00',
  '2020-01-01 10:00',
  '2020-1-1',
  ' 2020-01-01',
  'yesterday',
  '2020-01-01 10:00:00+02:00',
  '2020-01-01T10:00:00',
])('the date %j is refused', (text) => {
  const message = 'Invalid date! Correct format should be: Y-m-d H:i:s';
  const refusal = expect.objectContaining({ code: 'add_post_comment', status: 400, message });
  expect(() => commentDate(text, now)).toThrow(refusal);
});

test.each([
  [undefined, 'comment'],
  ['', 'comment'],
  ['contact_facebook', 'contact_facebook'],
  ['a type that is too long', 'a type that is too l'],
  ['😀'.repeat(21), '😀'.repeat(20)],
])('the type %j is stored as %j', (sent, expected) => {
  expect(commentType(sent)).toBe(expected);
});

test.each<[string, number[]]>([
  ['hello @[Mona Multiplier](3)', [3]],
  ['@[Mona](3) and @[Otto](4), and once more @[Mona again](3)', [3, 4]],
  ['@[Zoë [the one]](12)', [12]],
  ['@[](5)', [5]],
  ['[a link](3) and mail@[example](x)', []],
  ['@[Mona](0) @[Mona](03) @[Mona](-3) @[Mona](3.5) @[Mona](user-3)', []],
  ['@[Mona] (3)', []],
  ['@[Mona\nMultiplier](3)', []],
  [`@[${'x'.repeat(201)}](3)`, []],
  ['@[Mona](1234567890123456)', []],
])('%j mentions %j', (text, users) => {
  expect(mentionedIn(text)).toEqual(users);
});
