import { expect, test } from '@jest/globals';
import { shownComment } from './shown-comment.ts';

test.each([
  ['what comments has cleaned', 'a <em>b</em><br />c &lt;d&gt;', 'a <em>b</em><br />c &lt;d&gt;'],
  ['nothing that runs', 'a<img src=x onerror=alert(1)><script>b</script>', 'ab'],
  ['no tag that is cut off', 'a <a href="https://x.te', 'a &lt;a href="https://x.te'],
  ['no tags when there are very many', `a${'<em>'.repeat(10_000)} &lt;b<`, 'a &lt;b&lt;'],
  [
    'nothing that runs between very many tags',
    `${'<em>'.repeat(2_000)}<<b>img src=x onerror=y>`,
    '&lt;img src=x onerror=y&gt;',
  ],
])('shows %s', (_what, content, shown) => {
  expect(shownComment(content)).toBe(shown);
});
