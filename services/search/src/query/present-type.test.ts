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
  ['no status when none is requested', active, undefined, { status: [] }],
  ['its status when all are requested', active, 'all', hit],
  ['its status when it is requested', active, 'active', hit],
  ['no hit when another status is requested', active, 'paused', none],
  ['no hit for a record without a status', record, 'all', none],
  ['the key of a removed status', { ...record, status: 'gone' }, 'all', gone],
])('a hit has %s', (_what, shown, status, expected) => {
  const { status: option, status_hit, status_hit_value } = presentHit({ candidate, record: shown }, status);
  expect(JSON.parse(JSON.stringify({ status_hit, status_hit_value, status: option }))).toEqual(expected);
});

test.each([
  ['the sanitized HTML of comments', 'a <em>b</em><br />c &lt;d&gt;', 'a <em>b</em><br />c &lt;d&gt;'],
  ['no executable HTML', 'a<img src=x onerror=alert(1)><script>b</script>', 'ab'],
  ['no truncated tag', 'a <a href="https://x.te', 'a &lt;a href="https://x.te'],
  ['no tags beyond the maximum', `a${'<em>'.repeat(10_000)} &lt;b<`, 'a &lt;b&lt;'],
  [
    'no executable HTML between many tags',
    `${'<em>'.repeat(2_000)}<<b>img src=x onerror=y>`,
    '&lt;img src=x onerror=y&gt;',
  ],
])('a comment is shown with %s', (_what, content, shown) => {
  expect(shownComment(content)).toBe(shown);
});
