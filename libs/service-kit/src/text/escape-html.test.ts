import { expect, test } from '@jest/globals';
import { escapeHtml, isolatedHtml } from './escape-html.ts';

const name = `<img src=x onerror="alert('1')"> & "Zoë"`;

test('a name is text in an element and in a quoted attribute', () => {
  expect(escapeHtml(name)).toBe(
    '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; &quot;Zoë&quot;',
  );
  expect(isolatedHtml(name)).toBe(`<bdi>${escapeHtml(name)}</bdi>`);
  expect(isolatedHtml('')).toBe('');
});
