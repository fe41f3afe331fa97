import { expect, test } from '@jest/globals';
import { presentHit, shownComment } from './present-type.ts';

const status_option = { label: 'Active' };
const record = { id: 5, name: 'Ann', post_type: 'contacts', post_date: '2026-01-01 00:00:00', version: 1 };
const active = { ...record, status: 'active', status_option };
const candidate = { id: 5 };
const hit = { status_hit: 'Y', status_hit_value: 'active', status: status_option };
const none = { status_hit: 'N', status_hit_value: '', status: [] };
const gone = { status_hit: 'Y', status_hit_value: 'gone', status: [] };

test.each([
  ['nothing when no status was asked for', active, undefined, { status: [] }],
  ['the status when all were', active, 'all', hit],
  ['the status that was', active, 'active', hit],
  ['no hit when another was', active, 'paused', none],
  ['no hit without a status', record, 'all', none],
  ['a status that is no option any more', { ...record, status: 'gone' }, 'all', gone],
])('a hit shows %s', (_what, shown, status, expected) => {
  const { status: option, status_hit, status_hit_value } = presentHit({ candidate, record: shown }, status);
  expect(JSON.parse(JSON.stringify({ status_hit, status_hit_value, status: option }))).toEqual(expected);
});

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
])('a comment is shown with %s', (_what, content, shown) => {
  expect(shownComment(content)).toBe(shown);
});
