import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanText, isBlank } from './clean-text.ts';

describe('cleanText', () => {
  test.each([
    ['plain text', 'hello x', 'hello x'],
    ['allowed tags', '<em>a</em> <strong>b</strong><br>c', '<em>a</em> <strong>b</strong><br />c'],
    ['the text of other tags', 'hello <b>x</b> <div class="y">z</div>', 'hello x z'],
    [
      'a link with title',
      '<a href="https://x.test/?a=1" title="t">x</a>',
      '<a href="https://x.test/?a=1" title="t">x</a>',
    ],
    [
      'no other attribute of a link',
      '<a href="https://x.test" rel="a" target="_blank" onclick="y()">x</a>',
      '<a href="https://x.test">x</a>',
    ],
    ['no script URL', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['no script URL with white space in it', '<a href=" java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['no data URL', '<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['no URL without a scheme', '<a href="//x.test">x</a>', '<a>x</a>'],
    ['the text of a script, escaped', '<script>if (a<b) x()</script>', 'if (a&lt;b) x()'],
    ['no markup within a textarea', '<textarea>a<img src=x onerror=y></textarea>', 'a'],
    ['the text of a nested script tag, escaped', '<scr<script>ipt>a<em>b', 'a&lt;em&gt;b'],
    ['no HTML comment', 'a<!-- b -->c', 'ac'],
    ['unfinished tags and comparison signs, escaped', 'x <y then z, 1 < 2', 'x &lt;y then z, 1 &lt; 2'],
    ['an e-mail address in angle brackets, escaped', 'Ann <ann@example.org>', 'Ann &lt;ann@example.org&gt;'],
    ['unclosed tags, closed', '<em>a', '<em>a</em>'],
    [
      'mentions and Markdown links unchanged',
      'hello @[Mona Multiplier](3) see [docs](https://x.test)',
      'hello @[Mona Multiplier](3) see [docs](https://x.test)',
    ],
    ['ampersands, escaped once', 'a & b &amp; c', 'a &amp; b &amp; c'],
    ['text of any writing system', 'سلام 你好 🙂', 'سلام 你好 🙂'],
    ['no lone surrogates', 'a\ud83d', 'a\ufffd'],
  ])('keeps %s', (_what, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      ';',
      '/',
      '<a href="',
      '<img src=x onerror=y>',
      '<svg><style>',
      '<!--',
      '-->',
    ),
    fc.constantFrom(
      '<script>',
      '</script>',
      '<textarea>',
      '<noscript>',
      '<math>',
      '<em>',
      '</em>',
      '<br>',
      '&#60;',
      '&lt;',
    ),
  );
  const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('removes all other tags and attributes from any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const rest = cleanText(text).replaceAll(
          /<(?:\/?(?:em|strong|a)|br \/|a(?: (?:href|title)="[^"<>]*")+)>/g,
          '',
        );
        expect(rest).not.toMatch(/[<>]/);
      }),
      { numRuns: 500 },
    );
  });

  test('does not change a cleaned text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = cleanText(text);
        expect(cleanText(cleaned)).toBe(cleaned);
      }),
      { numRuns: 500 },
    );
  });
});

describe('isBlank', () => {
  test.each(['', '  \n', '<br />', '<em></em>', '&nbsp; ', '\u00a0'])('is true of %j', (text) => {
    expect(isBlank(cleanText(text))).toBe(true);
  });

  test.each(['0', '<em>.</em>', '&lt;'])('is false of %j', (text) => {
    expect(isBlank(cleanText(text))).toBe(false);
  });
});
