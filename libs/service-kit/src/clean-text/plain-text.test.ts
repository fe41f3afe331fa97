import { expect, test } from '@jest/globals';
import { plainText } from './plain-text.ts';

test.each([
  ['plain', 'plain'],
  ['a <em>b</em><br />c', 'a b\nc'],
  ['<a href="https://x.test/?a=1&amp;b=2">link</a>', 'link'],
  ['Tom &amp; Jerry &lt;tj@x.test&gt; &quot;!&quot;', 'Tom & Jerry <tj@x.test> "!"'],
  ['&amp;lt;', '&lt;'],
])('the plain text of %j is %j', (html, expected) => {
  expect(plainText(html)).toBe(expected);
});
