import { expect, test } from '@jest/globals';
import { growth } from '@svc/testing';
import { extensionOf, fileName } from './file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\plan.docx', 'plan.docx'],
  ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie_ b.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['<img src=x>.png', '_img src=x_.png'],
  ['cafe\u0301.txt', 'caf\u00E9.txt'],
  ['...', 'file'],
  ['. .a .b. .', 'a .b'],
  ['', 'file'],
  ['a\u0000b\uD800.txt', 'ab\uFFFD.txt'],
])('the file name %j is stored as %j', (sent, kept) => {
  expect(fileName(sent)).toBe(kept);
});

test('a long file name is shortened in the middle and keeps its extension', () => {
  const kept = fileName(`${'ä'.repeat(300)}.PDF`);
  expect([...kept]).toHaveLength(150);
  expect(extensionOf(kept)).toBe('pdf');
});

test.each(['.', ' ', '/', 'a.', '\u0000.'])(
  'the time for a file name with many %j is proportional to its length',
  (part) => {
    expect(growth(8_000, (size) => void fileName(`a${part.repeat(size)}b`))).toBeLessThan(10);
  },
);
