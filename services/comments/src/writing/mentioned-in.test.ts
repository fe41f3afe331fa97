import { expect, test } from '@jest/globals';
import { mentionedIn } from './mentioned-in.ts';

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

test('a text full of beginnings takes no long time', () => {
  expect(mentionedIn('@['.repeat(500_000))).toEqual([]);
});
